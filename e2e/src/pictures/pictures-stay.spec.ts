import { expect, test as plain } from '@playwright/test';
import { compareWithAccepted, judge, MAIN, MAIN_VIEWS, makerOf, pictureName } from './accepted.ts';
import { quarterOf } from './compare.ts';
import { readPng } from './png.ts';
import { SCREENS } from './screens.ts';
import { Stage } from './stage.ts';
import { atRest, take } from './take.ts';
import { makeWorld, type World } from './world.ts';

// The main screens look as somebody accepted them: `npm run pictures -- accept NAME` accepts how one looks now.

const SET_UP_MS = 240_000;
const MOVED_DOTS = 8;

const test = plain.extend<object, { readonly set: { readonly stage: Stage; readonly world: World } }>({
  set: [
    async ({ browser }, use) => {
      const stage = new Stage(browser);
      try {
        await use({ stage, world: await makeWorld(stage) });
      } finally {
        await stage.end();
      }
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
});

test.describe.configure({ timeout: SET_UP_MS });

for (const screen of MAIN) {
  test(`the screen ${screen.name} looks as it was accepted`, async ({ set, browser }, testInfo) => {
    for (const view of MAIN_VIEWS) {
      const name = pictureName(screen, view);
      await take(set, screen, { ...view, schemes: [view.scheme] }, async (picture) => {
        const verdict = compareWithAccepted(name, picture, makerOf(browser));
        if (verdict.kind === 'same') return;
        await testInfo.attach(name, { body: picture, contentType: 'image/png' });
        // Skipped by name and with the reason, which is a failure where CI is set.
        testInfo.skip(verdict.kind === 'unsure', verdict.why);
        const how = `npm run pictures -- FOLDER ${screen.name} shows it, npm run pictures -- accept ${screen.name} accepts it.`;
        throw new Error(`${name} looks other than it was accepted. ${verdict.why} ${how}`);
      });
    }
  });
}

test('a bar that stands eight dots higher is noticed, and the same screen once more is not', async ({
  set,
  browser,
}) => {
  const maker = makerOf(browser);
  const screen = SCREENS.find(({ name }) => name === 'item');
  if (screen === undefined) throw new Error('it is one of the screens');
  for (const [{ scheme, ...view }, bar] of [
    [MAIN_VIEWS[0], '.item-bar'],
    [MAIN_VIEWS[1], '.phone-bar'],
  ] as const) {
    await take(set, screen, { ...view, schemes: [scheme] }, async (picture, _, page) => {
      const before = { ...quarterOf(readPng(picture)), maker };
      expect(judge(before, quarterOf(readPng(await atRest(page))), maker)).toEqual({ kind: 'same' });
      await page.locator(bar).evaluate((element, dots) => {
        element.style.translate = `0 ${-dots}px`;
      }, MOVED_DOTS);
      const moved = quarterOf(readPng(await atRest(page)));
      expect(judge(before, moved, maker)).toMatchObject({ kind: 'other' });
      // Another browser may have drawn it there: that is for somebody to look at.
      expect(judge({ ...before, maker: 'Chromium 1' }, moved, maker)).toMatchObject({ kind: 'unsure' });
      expect(judge({ ...before, maker: 'Chromium 1' }, { ...before }, maker)).toEqual({ kind: 'same' });
    });
  }
});
