import type { Page } from 'playwright-core';

/**
 * Walks the page from its top by Tab alone.
 *
 * @returns what is wrong for who does not point: what Tab does not reach, or reaches in another order than it is seen in, and where
 * nothing that is seen well enough says where the focus is
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  const steps = await page.evaluate<number>(BEGIN);
  // Some more than there are: what scrolls is reached too, and at the end the focus leaves the page and comes back to its top.
  for (let step = 0; step < steps + 4; step += 1) await page.keyboard.press('Tab');
  return page.evaluate<string[]>(END);
}

/** Begins to note what is focused. @returns how much there is to reach */
const BEGIN = `(() => {
  document.activeElement?.blur?.();
  const OPERABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), ' +
    ['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'combobox', 'menuitem', 'option', 'slider']
      .map((role) => '[role=' + role + ']').join(', ');
  const ROVING = '[role=tab], [role=menuitem], [role=option]';
  const isForPeople = (each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.matches(':disabled, [type=hidden], [aria-disabled=true]') &&
    !each.closest('[aria-hidden=true], [inert]') && !(each.matches(ROVING) && each.tabIndex < 0) &&
    // The cells of a grid are reached by its arrow keys, and Enter does there what a press does.
    !(each.tabIndex < 0 && each.closest('[role=gridcell]'));
  const isTheOneOfItsGroup = (each, _, all) => {
    if (!each.matches('input[type=radio]')) return true;
    const group = all.filter((other) => other.matches('input[type=radio]') && other.name === each.name);
    return each === (group.find((other) => other.checked) ?? group[0]);
  };
  const expected = [...document.querySelectorAll(OPERABLE)].filter(isForPeople).filter(isTheOneOfItsGroup);
  const isInFlow = (each) => {
    for (let at = each; at; at = at.parentElement)
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return false;
    return true;
  };
  const places = new Map(expected.filter(isInFlow).map((each) => [each, each.getBoundingClientRect()]));
  const named = (each) =>
    each.tagName.toLowerCase() + ' ' + (each.ariaLabel || each.innerText || each.name || each.id || each.outerHTML.slice(0, 120)).trim().slice(0, 60);

  // Of fields that the library draws, what stands beside or around them shows the focus.
  const shown = (each) => [each, each.nextElementSibling, each.parentElement, each.parentElement?.parentElement].filter(Boolean);
  const ringOf = (each) => {
    const { outlineStyle, outlineWidth, outlineColor, borderTopColor, borderTopWidth } = getComputedStyle(each);
    return {
      outline: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 ? outlineColor : null,
      border: parseFloat(borderTopWidth) >= 1 ? borderTopColor : null,
    };
  };
  const channels = (color) => {
    const numbers = (color.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return { rgb: numbers.slice(0, 3), alpha: numbers[3] ?? 1 };
  };
  const groundOf = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const { rgb, alpha } = channels(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (color, ground) => {
    const [light, dark] = [luminance(channels(color).rgb), luminance(ground)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const unfocused = new Map(expected.flatMap(shown).map((each) => [each, ringOf(each)]));
  const isSeen = (focused) => shown(focused).some((each) => {
    const before = unfocused.get(each) ?? { outline: null, border: null };
    const now = ringOf(each);
    const colors = ['outline', 'border'].filter((kind) => now[kind] && now[kind] !== before[kind]).map((kind) => now[kind]);
    return colors.some((color) => contrast(color, groundOf(each.parentElement ?? each)) >= 3);
  });

  const reached = [];
  const unseen = [];
  const note = ({ target }) => {
    if (!reached.includes(target) && expected.includes(target) && !isSeen(target)) unseen.push(target);
    reached.push(target);
  };
  document.addEventListener('focusin', note);
  window.endOfWalk = () => {
    document.removeEventListener('focusin', note);
    const inOrder = reached.filter((each, at) => expected.includes(each) && reached.indexOf(each) === at);
    const isBack = ([one, next]) => {
      const [from, to] = [places.get(one), places.get(next)];
      if (!from || !to) return false;
      const isAbove = to.bottom <= from.top && to.left < from.right;
      const isBefore = to.right <= from.left && to.top < from.bottom && to.bottom > from.top;
      return isAbove || isBefore;
    };
    return [
      ...expected.filter((each) => each.isConnected && !inOrder.includes(each)).map((each) => 'not reached: ' + named(each)),
      ...inOrder.slice(1).map((each, at) => [inOrder[at], each]).filter(isBack).map(([one, next]) => 'out of order: ' + named(one) + ' > ' + named(next)),
      ...unseen.map((each) => 'not seen to be focused: ' + named(each)),
    ];
  };
  window.getSelection()?.removeAllRanges();
  window.scrollTo(0, 0);
  // The day, the month and the year of a date are stops of their own.
  return expected.length + 3 * document.querySelectorAll('[type=date], [type=datetime-local]').length * 2;
})()`;

const END = 'window.endOfWalk()';
