// Opens a report in headless Chromium, in every width and colour scheme, and prints what a test wants to know as JSON.
// node page.mjs CHROMIUM REPORT.html FOLDER
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, report, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});
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
// As it is opened by a person: with the policy of the page in force.
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
await page.goto(pathToFileURL(report).href);
const shown = () => page.locator("article:not([hidden])").count();
const counts = { all: await shown(), said: await page.locator("#count").textContent() };
for (const name of ["error", "warning", "note"]) {
  const box = page.locator(`input[name=severity][value=${name}]`);
  if (await box.count()) {
    await box.uncheck();
    counts[`without ${name}`] = await shown();
    await box.check();
  }
}
const rule = page.locator("#rule");
if (await rule.count()) {
  const value = await rule.locator("option").nth(1).getAttribute("value");
  await rule.selectOption(value);
  counts[`rule ${value}`] = await shown();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.waitForTimeout(50);
  counts.reset = await shown();
  await page.locator("#words").fill("no such words anywhere");
  counts.nothing = await shown();
  await page.locator("#words").fill("");
}
await page.keyboard.press("Tab");
const marked = await page.locator("mark").allTextContents();
const kinds = await page.evaluate(() => [...new Set([...document.querySelectorAll("pre [class^=k-]")].map((each) => each.className))]);
const ran = await page.evaluate(() => globalThis.injected === true);
console.log(JSON.stringify({ looks, counts, marked, kinds, ran, errors }));
await browser.close();
