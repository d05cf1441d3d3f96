import type { Bundle, ParkedLayout, ParkedTheme } from '../../design/bundle/bundle';
import { at } from '../../design/bundle/finding';
import type { Pack } from '../../skin/pack/pack';
import { freshLayout, isFresh, layoutOf, renamedBeside, withLayout } from './layout';
import { type Report, type ReportRow, reportOf, reportRow, variableNames } from './report';

export const switchModes = ['keep-layout', 'theme-skeleton'] as const;
export type SwitchMode = (typeof switchModes)[number];

/** Versions of themes that a body may wear. */
export interface Wardrobe {
  packOf(key: string, version: string): Pack | undefined;
  /** The version that a shop wears of a theme that it has never left. */
  usualVersion(key: string): string | undefined;
}

/** A body as a call leaves it, and what became of its values. */
export interface Changed {
  readonly bundle: Bundle;
  readonly report: Report;
}

/** The part of a body that belongs to the theme that it wears. */
type Dress = Omit<ParkedTheme, 'layouts'>;

const dressOf = ({ theme, variables, customCss, pins }: Bundle): Dress => ({
  version: theme.version,
  ...(theme.preset === undefined ? {} : { preset: theme.preset }),
  variables,
  ...(customCss === undefined ? {} : { customCss }),
  ...(pins === undefined ? {} : { pins }),
});

const isPlain = ({ preset, variables, customCss, pins }: Dress): boolean =>
  preset === undefined && Object.keys(variables).length === 0 && customCss === undefined && pins === undefined;

/**
 * Lets a body wear another theme. The shop's settings of the old one are parked with it, and the parked settings of the new one come back:
 * there and back, the body has the same bytes.
 * @returns undefined: there is no such theme, or the body wears it
 */
export function switched(bundle: Bundle, key: string, mode: SwitchMode, wardrobe: Wardrobe): Changed | undefined {
  const { theme: from } = bundle;
  const there = Object.hasOwn(bundle.parked, key) ? bundle.parked[key] : undefined;
  const version = there?.version ?? wardrobe.usualVersion(key);
  const [old, pack] = [wardrobe.packOf(from.key, from.version), version && wardrobe.packOf(key, version)];
  if (!pack || key === from.key) return undefined;
  const moved = mode === 'keep-layout' ? keptLayout(bundle, there) : layoutSwitched(bundle, old, pack, there);
  const { [key]: _, [from.key]: __, ...parked } = bundle.parked;
  const left = entryOf(dressOf(bundle), moved.left, wardrobe.usualVersion(from.key));
  if (left) parked[from.key] = left;
  if (moved.waiting.length > 0) parked[key] = { version: pack.manifest.version, variables: {}, layouts: moved.waiting };
  const { customCss: ___, pins: ____, ...plain } = moved.bundle;
  const worn = {
    ...plain,
    theme: { key, version: pack.manifest.version, ...(there?.preset === undefined ? {} : { preset: there.preset }) },
    variables: there?.variables ?? {},
    ...(there?.customCss === undefined ? {} : { customCss: there.customCss }),
    ...(there?.pins === undefined ? {} : { pins: renamedPins(there.pins, moved.names) }),
    parked,
  };
  return { bundle: worn, report: reportOf([...dressRows(bundle, worn, old, pack), ...moved.report]) };
}

/** Makes the parked part of a theme; undefined: there is nothing that it would not bring by itself. */
function entryOf(dress: Dress, layouts: readonly ParkedLayout[], usual: string | undefined): ParkedTheme | undefined {
  if (isPlain(dress) && layouts.length === 0 && dress.version === usual) return undefined;
  return { ...dress, ...(layouts.length > 0 ? { layouts: [...layouts] } : {}) };
}

interface Moved {
  readonly bundle: Bundle;
  /** Layouts that are parked with the theme that is left. */
  readonly left: readonly ParkedLayout[];
  /** Layouts of the new theme that go on waiting. */
  readonly waiting: ParkedLayout[];
  readonly names: ReadonlyMap<string, string>;
  readonly report: readonly ReportRow[];
}

const waitingOf = ({ theme, parked }: Bundle): readonly ParkedLayout[] =>
  (Object.hasOwn(parked, theme.key) ? parked[theme.key]?.layouts : undefined) ?? [];

const keptLayout = (bundle: Bundle, there: ParkedTheme | undefined): Moved => ({
  bundle,
  left: waitingOf(bundle),
  waiting: [...(there?.layouts ?? [])],
  names: new Map(),
  report: [reportRow('kept', 'layout_kept', '/pages', [null, null])],
});

function layoutSwitched(bundle: Bundle, old: Pack | undefined, pack: Pack, there: ParkedTheme | undefined): Moved {
  const apart = layoutOf(bundle);
  const { content, layout } = apart;
  const waiting = waitingOf(bundle);
  // A layout that the theme would bring anyway is not kept, unless another one would come in its place.
  const isGiven = waiting.length === 0 && old !== undefined && isFresh(apart, old);
  const [last, ...rest] = there?.layouts ?? [];
  const { layout: next, names } = last
    ? renamedBeside(last, content)
    : { layout: freshLayout(pack, content), names: new Map() };
  return {
    bundle: withLayout(bundle, content, next),
    left: isGiven ? [] : [layout, ...waiting],
    waiting: rest,
    names,
    report: layoutRows(layout, next, bundle.theme.key, pack.manifest.key),
  };
}

const renamedPins = (pins: readonly string[], names: ReadonlyMap<string, string>): string[] =>
  pins.map((pin) => pin.replace(/^\/nodes\/([^/]+)/, (_, id: string) => `/nodes/${names.get(id) ?? id}`));

function layoutRows(before: ParkedLayout, after: ParkedLayout, from: string, to: string): ReportRow[] {
  const [had, has] = [before, after].map(({ pages, groups }) => ({ ...pages, ...groups })) as unknown as [
    Readonly<Record<string, string[]>>,
    Readonly<Record<string, string[]>>,
  ];
  return [
    ...Object.entries(had).map(([name, root]) =>
      reportRow('parked', 'layout_left', `/pages/${name}`, [root.length, has[name]?.length ?? 0], { theme: from }),
    ),
    ...Object.entries(has).map(([name, root]) =>
      reportRow('added', 'layout_worn', `/pages/${name}`, [had[name]?.length ?? 0, root.length], { theme: to }),
    ),
  ];
}

function dressRows(before: Bundle, after: Bundle, old: Pack | undefined, pack: Pack): ReportRow[] {
  const [from, to] = [old?.manifest.name ?? before.theme.key, pack.manifest.name];
  const [left, worn] = [variableNames(old), variableNames(pack)];
  const rows = Object.entries(before.variables).map(([name, value]) =>
    reportRow('parked', 'theme_left', at('/variables', name), [value, after.variables[name]], {
      theme: from,
      name: left.get(name) ?? name,
    }),
  );
  for (const [name, value] of Object.entries(after.variables))
    rows.push(
      reportRow('added', 'theme_worn', at('/variables', name), [before.variables[name], value], {
        theme: to,
        name: worn.get(name) ?? name,
      }),
    );
  const css = [before.customCss, after.customCss].map((text) => (text === undefined ? null : Buffer.byteLength(text)));
  if (css[0] !== null) rows.push(reportRow('parked', 'theme_left', '/customCss', [css[0], css[1]], { theme: from }));
  if (css[1] !== null) rows.push(reportRow('added', 'theme_worn', '/customCss', [css[0], css[1]], { theme: to }));
  return rows;
}
