const OF_A_PRESS = [
  'pointermove',
  'pointerup',
  'pointercancel',
  'touchstart',
  'touchmove',
  'touchend',
  'mousedown',
  'mousemove',
  'mouseup',
  'click',
  'contextmenu',
] as const;

/**
 * Takes the press that begins with this event, so that it does nothing but what it was taken for: up to its click nobody hears of it,
 * what lies under it is neither pressed nor focused, and a finger that moves on drags nothing.
 */
export function takePress(down: PointerEvent): void {
  let isUp = false;
  const end = () => {
    removeEventListener('pointerdown', next, true);
    for (const kind of OF_A_PRESS) removeEventListener(kind, take, true);
  };
  const take = (event: Event) => {
    // A click by keys, or by what reads the screen aloud, belongs to no press; and no click comes when the press became a drag.
    const isOfKeys = event instanceof MouseEvent && event.type === 'click' && event.detail === 0;
    if (isOfKeys || (isUp && (event.type === 'pointermove' || event.type === 'contextmenu'))) return end();
    swallow(event);
    if (event.type === 'pointerup' || event.type === 'pointercancel')
      isUp ||= (event as PointerEvent).pointerId === down.pointerId;
    // Where a finger was, the mouse is told of it afterwards, and a click comes last, if one comes at all.
    if (event.type === 'click') end();
  };
  const next = (event: PointerEvent) => {
    if (isUp) end();
    else swallow(event);
  };
  swallow(down);
  addEventListener('pointerdown', next, true);
  for (const kind of OF_A_PRESS) addEventListener(kind, take, { capture: true, passive: false });
}

function swallow(event: Event): void {
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
}
