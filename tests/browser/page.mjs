// Opens a report in headless Chromium, in every width and colour scheme, and prints what a test wants to know as JSON.
// node page.mjs CHROMIUM REPORT.html FOLDER
import { pathToFileURL } from "node:url";
import { everyLook, launched } from "./looks.mjs";

const [executablePath, report, folder] = process.argv.slice(2);
const browser = await launched(executablePath);
const looks = await everyLook(browser, report, folder);
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
