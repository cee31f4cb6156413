// What every page is asked: how it looks in every width and colour scheme, what axe finds, and what it loads.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const launched = (executablePath) => chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});

export const everyLook = async (browser, report, folder, prepare = async () => {}) => {
  const looks = [];
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    for (const colorScheme of ["light", "dark"]) {
      // The page forbids all scripts but its own; axe has to come in all the same.
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      const errors = [];
      const requests = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(pathToFileURL(report).href);
      await page.screenshot({ path: `${folder}/${width}-${colorScheme}.png` });
      await prepare(page, `${folder}/${width}-${colorScheme}`);
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run());
      looks.push({
        width,
        colorScheme,
        errors,
        requests: requests.length,
        overflow: await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        violations: found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`),
      });
      await context.close();
    }
  }
  return looks;
};
