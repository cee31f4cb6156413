// Opens a conformance report in headless Chromium, and prints what a test wants to know as JSON.
// node conformance.mjs CHROMIUM REPORT.html FOLDER
import { pathToFileURL } from "node:url";
import { everyLook, launched } from "./looks.mjs";

const [executablePath, report, folder] = process.argv.slice(2);
const browser = await launched(executablePath);
const looks = await everyLook(browser, report, folder, async (page, name) => {
  const first = page.locator("details").first();
  await first.locator("summary").click();
  await first.scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${name}-case.png` });
});
// As it is opened by a person who uses the keyboard: with the policy of the page in force.
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
await page.goto(pathToFileURL(report).href);
const ids = () => page.locator("details summary code").allTextContents();
const row = (table, number) => page.locator(`section:has(#${table}) tbody tr`).nth(number).locator("td").allInnerTexts();
const seen = { before: await row("dialects", 0), all: await ids() };
seen.said = await page.locator("#count").textContent();
// A number leads to its cases, by keyboard.
await page.locator("#dialects ~ .scroll td:is(.l-few, .l-half, .l-most) button").first().focus();
await page.keyboard.press("Enter");
seen.behind = await ids();
seen.focused = await page.evaluate(() => document.activeElement.id);
await page.keyboard.press("Tab");
await page.locator("details summary").first().focus();
await page.keyboard.press("Enter");
await page.locator("details pre").first().waitFor();
seen.opened = await page.locator("details").first().innerText();
seen.diff = await page.locator("details").first().locator("ins, del").allTextContents();
// The choice is in the address.
const again = await page.context().newPage();
await again.goto(page.url());
seen.restored = await again.locator("details summary code").allTextContents();
await page.locator("#kind").selectOption({ index: 1 });
seen.filtered = await row("dialects", 0);
await page.getByRole("button", { name: "Show all" }).click();
await page.waitForTimeout(50);
seen.reset = await row("dialects", 0);
await page.locator("#words").fill("no such words anywhere");
seen.nothing = await ids();
seen.ran = await page.evaluate(() => globalThis.injected === true);
console.log(JSON.stringify({ looks, ...seen, errors }));
await browser.close();
