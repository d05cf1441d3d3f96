import { digestOf } from '../../kernel/digest';
import type { Words } from '../../kernel/schema/schema';
import { compareVersions } from '../../kernel/version';
import { inWords } from '../../kit/finding/fill';
import type { MigrationStep, Pack, ThemeVariable } from '../pack/pack';

export const semverClasses = ['none', 'patch', 'minor', 'major'] as const;
export type SemverClass = (typeof semverClasses)[number];

const reasonWords = {
  css_changed: { tr: 'Stil dosyası değişti.', en: 'The style sheet has changed.' },
  variable_added: { tr: '“{name}” değişkeni eklendi.', en: 'The variable “{name}” was added.' },
  variable_removed: { tr: '“{name}” değişkeni kaldırıldı.', en: 'The variable “{name}” was removed.' },
  variable_renamed: { tr: '“{name}” değişkeni yeni ad aldı.', en: 'The variable “{name}” was renamed by a step.' },
  variable_type: { tr: '“{name}” değişkeninin türü değişti.', en: 'The type of the variable “{name}” has changed.' },
  variable_narrowed: { tr: '“{name}” daha az değer alıyor.', en: 'The variable “{name}” takes fewer values.' },
  variable_widened: { tr: '“{name}” daha çok değer alıyor.', en: 'The variable “{name}” takes more values.' },
  default_changed: { tr: '“{name}” öntanımlı değeri değişti.', en: 'The default of “{name}” has changed.' },
  preset_added: { tr: '“{name}” hazır ayarı eklendi.', en: 'The preset “{name}” was added.' },
  preset_removed: { tr: '“{name}” hazır ayarı kaldırıldı.', en: 'The preset “{name}” was removed.' },
  preset_changed: { tr: '“{name}” hazır ayarı değişti.', en: 'The preset “{name}” has changed.' },
  section_added: { tr: '“{name}” bölümü eklendi.', en: 'The section “{name}” was added.' },
  section_removed: { tr: '“{name}” bölümü kaldırıldı.', en: 'The section “{name}” was removed.' },
  skeleton_changed: { tr: 'İskelet değişti.', en: 'The skeleton has changed.' },
  element_added: { tr: '“{name}” artık biçimlendiriliyor.', en: 'The element “{name}” is dressed now.' },
  element_removed: { tr: '“{name}” artık biçimlendirilmiyor.', en: 'The element “{name}” is no longer dressed.' },
  kit_raised: { tr: 'Daha yeni bir kit isteniyor: {name}.', en: 'A newer kit is required: {name}.' },
  contrast_low: { tr: 'Karşıtlık en azın altında: {name}.', en: 'A contrast is below its minimum: {name}.' },
} as const satisfies Readonly<Record<string, Words>>;

export type SemverCode = keyof typeof reasonWords;
export const semverCodes = Object.keys(reasonWords) as SemverCode[];

export interface SemverReason {
  readonly class: SemverClass;
  readonly code: SemverCode;
  readonly name: string;
  readonly message: string;
  readonly english: string;
}

/** A pack with what was found in its style sheet. */
export interface Looked {
  readonly pack: Pack;
  readonly styled: readonly string[];
  /** Pairs of colours below their minimum. */
  readonly low: readonly string[];
}

const reason = (of: SemverClass, code: SemverCode, name = ''): SemverReason => ({
  class: of,
  code,
  name,
  ...inWords(reasonWords[code], { name }),
});

/** The class of version that a change needs, with what asks for it; the greatest decides. */
export function semverOf(old: Looked, next: Looked): { readonly class: SemverClass; readonly reasons: SemverReason[] } {
  const reasons = [
    ...variableReasons(old.pack, next.pack),
    ...listReasons(old.pack, next.pack),
    ...elementReasons(old, next),
    ...kitReasons(old.pack, next.pack),
    ...next.low.filter((name) => !old.low.includes(name)).map((name) => reason('major', 'contrast_low', name)),
    ...(old.pack.css.trim() === next.pack.css.trim() ? [] : [reason('patch', 'css_changed')]),
  ];
  const most = Math.max(0, ...reasons.map((each) => semverClasses.indexOf(each.class)));
  return { class: semverClasses[most] as SemverClass, reasons };
}

const isSame = (left: unknown, right: unknown): boolean => digestOf(left ?? null) === digestOf(right ?? null);

/** Names that steps move losslessly, by the old one. */
const renamesOf = ({ manifest }: Pack): ReadonlyMap<string, string> => {
  const steps = manifest.migrations.flatMap((migration) => migration.steps);
  const isMove = (step: MigrationStep): step is Extract<MigrationStep, { from: string }> =>
    step.do === 'rename' || step.do === 'move';
  return new Map(steps.filter(isMove).map(({ from, to }) => [from, to]));
};

function variableReasons(old: Pack, next: Pack): SemverReason[] {
  const renames = renamesOf(next);
  const byName = new Map(next.variables.map((variable) => [variable.name, variable]));
  const taken = new Set<string>();
  const reasons = old.variables.flatMap((before) => {
    const { name } = before;
    const moved = renames.get(`/variables/${name}`)?.replace('/variables/', '');
    const after = byName.get(name) ?? (moved === undefined ? undefined : byName.get(moved));
    if (!after) return [reason('major', 'variable_removed', name)];
    taken.add(after.name);
    return [
      ...(after.name === name ? [] : [reason('minor', 'variable_renamed', name)]),
      ...changeReasons(before, after),
    ];
  });
  const added = next.variables.filter(({ name }) => !taken.has(name));
  return [...reasons, ...added.map(({ name }) => reason('minor', 'variable_added', name))];
}

function changeReasons(before: ThemeVariable, after: ThemeVariable): SemverReason[] {
  if (before.type !== after.type) return [reason('major', 'variable_type', after.name)];
  const [low, high] = [after.min ?? -Infinity, after.max ?? Infinity];
  const [wasLow, wasHigh] = [before.min ?? -Infinity, before.max ?? Infinity];
  const [options, hadOptions] = [after, before].map((each) => (each.options ?? []).map(({ value }) => value)) as [
    string[],
    string[],
  ];
  const isNarrowed = low > wasLow || high < wasHigh || hadOptions.some((value) => !options.includes(value));
  const isWidened = low < wasLow || high > wasHigh || options.some((value) => !hadOptions.includes(value));
  return [
    ...(isNarrowed ? [reason('major', 'variable_narrowed', after.name)] : []),
    ...(isWidened ? [reason('minor', 'variable_widened', after.name)] : []),
    ...(isSame(before.default, after.default) ? [] : [reason('minor', 'default_changed', after.name)]),
  ];
}

function listReasons(old: Pack, next: Pack): SemverReason[] {
  const [had, has] = [old, next].map(({ presets }) => new Map(presets.map((each) => [each.key, each.variables]))) as [
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  const [hadSections, hasSections] = [old, next].map(({ sections }) => sections.map(({ key }) => key)) as [
    string[],
    string[],
  ];
  return [
    ...[...had.keys()].filter((key) => !has.has(key)).map((key) => reason('major', 'preset_removed', key)),
    ...[...has.keys()].filter((key) => !had.has(key)).map((key) => reason('minor', 'preset_added', key)),
    ...[...has].flatMap(([key, values]) =>
      had.has(key) && !isSame(had.get(key), values) ? [reason('minor', 'preset_changed', key)] : [],
    ),
    ...hadSections.filter((key) => !hasSections.includes(key)).map((key) => reason('major', 'section_removed', key)),
    ...hasSections.filter((key) => !hadSections.includes(key)).map((key) => reason('minor', 'section_added', key)),
    ...(isSame(old.skeleton, next.skeleton) ? [] : [reason('minor', 'skeleton_changed')]),
  ];
}

const elementReasons = (old: Looked, next: Looked): SemverReason[] => [
  ...old.styled.filter((id) => !next.styled.includes(id)).map((id) => reason('major', 'element_removed', id)),
  ...next.styled.filter((id) => !old.styled.includes(id)).map((id) => reason('minor', 'element_added', id)),
];

function kitReasons(old: Pack, next: Pack): SemverReason[] {
  const [had, has] = [old, next].map(({ manifest }) => manifest.requires.kit.slice(1).split('.').map(Number)) as [
    number[],
    number[],
  ];
  if ((has[0] as number) > (had[0] as number)) return [reason('major', 'kit_raised', next.manifest.requires.kit)];
  const isRaised = has[0] === had[0] && (has[1] as number) > (had[1] as number);
  return isRaised ? [reason('minor', 'kit_raised', next.manifest.requires.kit)] : [];
}

/** The class that leads from one version to another. */
export function classBetween(from: string, to: string): SemverClass {
  if (compareVersions(to, from) <= 0) return 'none';
  const [ours, theirs] = [from, to].map((version) => version.split('.')) as [string[], string[]];
  if (ours[0] !== theirs[0]) return 'major';
  return ours[1] === theirs[1] ? 'patch' : 'minor';
}
