import { expect, test as plain } from '@playwright/test';
import { acceptedPicture, judge, MAIN, MAIN_VIEWS, pictureName, type Verdict } from './accepted.ts';
import { quarterOf } from './compare.ts';
import { readPng } from './png.ts';
import { type Renderer, rendererOf } from './renderer.ts';
import { type Screen, SCREENS } from './screens.ts';
import { Stage } from './stage.ts';
import { atRest, onceRight, open, type Scene } from './take.ts';
import { makeWorld } from './world.ts';

// The main screens look as somebody accepted them: `npm run pictures -- accept NAME` accepts how one looks now.

const SET_UP_MS = 120_000;
const MOVED_DOTS = 8;

const test = plain.extend<object, { readonly scene: Scene & { readonly renderer: Renderer } }>({
  scene: [
    async ({ browser }, use) => {
      const stage = new Stage(browser);
      try {
        const renderer = await rendererOf(browser);
        await use({ stage, world: await makeWorld(stage), renderer });
      } finally {
        await stage.end();
      }
    },
    { scope: 'worker', timeout: SET_UP_MS },
  ],
});

for (const screen of MAIN) {
  test(`[WEB-45] the screen ${screen.name} looks as it was accepted`, async ({ scene }, testInfo) => {
    for (const view of MAIN_VIEWS) {
      const name = pictureName(screen, view);
      const accepted = acceptedPicture(name);
      if (accepted === null) throw new Error(`No picture of ${name} was ever accepted.`);
      const judged = (picture: Buffer): Verdict => judge(accepted, quarterOf(readPng(picture)), scene.renderer);
      await open(scene, screen, view, async (page) => {
        const picture = await onceRight(page, (now) => judged(now).isSame);
        const { isSame, isStrict, why } = judged(picture);
        if (!isStrict) testInfo.annotations.push({ type: 'note', description: noteOf(accepted.maker, scene.renderer) });
        if (isSame) return;
        await testInfo.attach(name, { body: picture, contentType: 'image/png' });
        const how = `npm run pictures -- FOLDER ${screen.name} shows it, npm run pictures -- accept ${screen.name} accepts it.`;
        throw new Error(`${name} looks other than it was accepted. ${why} ${how}`);
      });
    }
  });
}

/** What the gate says, once, where only the layout could be compared. */
function noteOf(maker: string | undefined, { name, drawing }: Renderer): string {
  return `The main screens were compared by their layout only: ${name} (${drawing}) draws letters and lines otherwise than what made the accepted pictures (${maker}). \`npm run pictures -- accept all\` accepts what it draws, once somebody has looked.`;
}

test('[WEB-45] [WEB-46] a bar that stands eight dots higher is noticed, a bar that is gone by the layout too, and the same screen once more is not', async ({
  scene,
}) => {
  const { renderer } = scene;
  const screen = screenOf('item');
  for (const [view, bar] of [
    [MAIN_VIEWS[0], '.item-bar'],
    [MAIN_VIEWS[1], '.phone-bar'],
  ] as const) {
    await open(scene, screen, view, async (page) => {
      const shown = async () => quarterOf(readPng(await atRest(page)));
      const restyle = async (property: 'translate' | 'visibility', value: string): Promise<void> => {
        await page
          .locator(bar)
          .evaluate((element, set) => void Object.assign(element.style, set), { [property]: value });
      };
      const before = { ...(await shown()), maker: `this, ${renderer.drawing}` };
      const ofAnother = { ...before, maker: 'another, 0' };
      const again = await shown();
      expect(judge(before, again, renderer)).toMatchObject({ isSame: true, isStrict: true });
      expect(judge(ofAnother, again, renderer)).toMatchObject({ isSame: true, isStrict: false });
      await restyle('translate', `0 ${-MOVED_DOTS}px`);
      expect(judge(before, await shown(), renderer)).toMatchObject({ isSame: false, isStrict: true });
      await restyle('visibility', 'hidden');
      expect(judge(ofAnother, await shown(), renderer)).toMatchObject({ isSame: false, isStrict: false });
    });
  }
});

test('[WEB-47] the words of the examples are in the typeface of the page, however late it comes', async ({ scene }) => {
  const [view] = MAIN_VIEWS;
  const screen = screenOf('home-empty');
  const accepted = acceptedPicture(pictureName(screen, view));
  if (accepted === null) throw new Error('it is one of the main screens');
  const context = await scene.stage.glass(screen.name, undefined, view);
  const come = Promise.withResolvers<void>();
  await context.route('**/*.woff2', async (route) => {
    await come.promise;
    await route.continue();
  });
  const page = await context.newPage();
  const painter = page.waitForResponse(/draw-outline/);
  await page.goto(scene.world.site);
  await painter;
  // By now it has painted, if it waits for nothing.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  come.resolve();
  const isRight = (picture: Buffer): boolean => judge(accepted, quarterOf(readPng(picture)), scene.renderer).isSame;
  expect(isRight(await onceRight(page, isRight))).toBe(true);
  await context.close();
});

function screenOf(name: string): Screen {
  const screen = SCREENS.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`there is no screen ${name}`);
  return screen;
}
