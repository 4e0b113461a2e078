// Runs in the page that is visited, before anything of it: notes when its screen stands, and tells what came when.

/** Waits for the sign that the screen stands, then for the frame that shows it. */
function noteWhenDrawn(sign) {
  const watch = new MutationObserver(() => {
    if (document.querySelector(sign) === null) return;
    watch.disconnect();
    performance.mark('here');
    const stands = () => {
      performance.mark('picture');
      globalThis.pictureStands('');
    };
    requestAnimationFrame(() => requestAnimationFrame(stands));
  });
  watch.observe(document, { childList: true, subtree: true });
}

function phases() {
  if (performance.getEntriesByName('picture').length === 0) return null;
  const [visit] = performance.getEntriesByType('navigation');
  const picture = timeOf('picture');
  const came = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ responseEnd }) => responseEnd < picture);
  const lastOf = (pattern) =>
    Math.max(
      0,
      ...came.flatMap(({ name, responseEnd }) => (pattern.test(new URL(name).pathname) ? [responseEnd] : [])),
    );
  return {
    page: visit instanceof PerformanceNavigationTiming ? visit.responseEnd : Number.NaN,
    scripts: lastOf(/\.(?:js|css)$/),
    painted: timeOf('first-contentful-paint'),
    session: lastOf(/^\/api\/session$/),
    here: timeOf('here'),
    picture,
  };
}

function timeOf(mark) {
  return performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN;
}

/** Pastes rows below the root of the map that is open, as a person does. */
function paste(text) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('textarea.bough-words')?.dispatchEvent(event);
}

const items = () => document.querySelectorAll('[role=treeitem]').length;
/** Resolves when what serves the page without a network has all that it keeps. */
const isKept = () => navigator.serviceWorker.ready;

Object.assign(globalThis, { weighing: { noteWhenDrawn, phases, paste, items, isKept } });
