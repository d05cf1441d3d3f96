import { canonicalJson } from '../../kernel/canonical';
import type { Claimant } from '../../kernel/trial/turns';
import { kit } from '../../kit/kit';
import { limits } from '../../kit/limits';
import { gatedApart } from '../css/apart';
import type { CssFault } from '../css/fault';
import { faultTold } from '../css/fault';
import type { Passed } from '../css/gate';
import type { Pack } from '../pack/pack';
import { keyCounts, REACH_MAX, reachOf } from '../pack/steps';
import { type ContrastRow, contrastRows, contrastsOf, ruleRows, sizeRows } from './contrast';
import { type Coverage, coverageOf, coverageRows, nameRows, requiresOf } from './coverage';
import { formRows, PACKAGE_BYTES_MAX, type SentPackage } from './form';
import { packOf } from './package';
import { type CheckRow, row } from './row';
import type { Looked } from './semver';
import { choicesAsCss, variableRows } from './variables';

/** All that is found in a package by itself. */
export interface Checked {
  readonly errors: readonly CheckRow[];
  readonly warnings: readonly CheckRow[];
  /** undefined: its form has faults, and nothing else was looked at. */
  readonly pack: Pack | undefined;
  /** undefined: the gate refuses its style sheet. */
  readonly passed: Passed | undefined;
  readonly coverage: Coverage | undefined;
  readonly contrasts: readonly ContrastRow[];
  readonly requires: ReturnType<typeof requiresOf> | undefined;
  readonly sizes: Readonly<Record<'css' | 'served' | 'package' | 'variables' | 'presets' | 'nodes', number>>;
}

/** Looks at a package: forms, values, its style sheet by the gate, what it dresses, contrasts. Nothing is looked up. */
export async function checkedPackage(sent: SentPackage, caller: Claimant): Promise<Checked> {
  const gate = await gatedApart(sent.css, limits.themeCssBytes, caller);
  const cssErrors = gate.css === undefined ? gate.faults.map(cssRow) : [];
  const passed = gate.css === undefined ? undefined : gate;
  const bytes = Buffer.byteLength(canonicalJson(sent));
  const form = formRows(sent);
  if (bytes > PACKAGE_BYTES_MAX) form.push(row('', 'too_large', { most: PACKAGE_BYTES_MAX }));
  const pack = form.length === 0 ? packOf(sent) : undefined;
  const contrasts = pack ? contrastsOf(pack) : [];
  const coverage = passed && coverageOf(passed.used);
  const parts = [
    { errors: [...form, ...cssErrors], warnings: [] },
    ...(pack
      ? [
          {
            errors: [
              ...variableRows(pack),
              ...kitRows(pack),
              ...stepRows(pack),
              ...sizeRows(pack),
              ...contrastRows(contrasts),
            ],
            warnings: [],
          },
        ]
      : []),
    ...(pack ? [{ errors: await choiceErrors(pack, caller), warnings: [] }] : []),
    ...(coverage ? [coverageRows(coverage)] : []),
    ...(passed ? [{ errors: [], warnings: passed.idle.map(cssRow) }] : []),
    ...(pack && passed ? [nameRows(passed.used, pack), ruleRows(pack, passed.pairs)] : []),
  ];
  return {
    errors: parts.flatMap((part) => part.errors),
    warnings: parts.flatMap((part) => part.warnings),
    pack,
    passed,
    coverage,
    contrasts,
    requires: passed && requiresOf(passed.used),
    sizes: {
      css: Buffer.byteLength(sent.css),
      served: passed ? Buffer.byteLength(passed.css) : 0,
      package: bytes,
      variables: pack?.variables.length ?? 0,
      presets: pack?.presets.length ?? 0,
      nodes: pack ? Object.keys(pack.skeleton.nodes).length : 0,
    },
  };
}

const cssRow = (fault: CssFault): CheckRow => ({
  pointer: '/css',
  code: fault.code,
  ...faultTold(fault, limits.themeCssBytes),
  line: fault.line,
  column: fault.column,
});

/** Choices are written into the style sheet of a page, so the gate reads them, too. */
async function choiceErrors(pack: Pack, caller: Claimant): Promise<CheckRow[]> {
  const css = choicesAsCss(pack);
  if (css === '') return [];
  const { faults } = await gatedApart(css, limits.themeCssBytes, caller);
  return faults.map((fault) => ({
    pointer: '/variables',
    code: fault.code,
    ...faultTold(fault, limits.themeCssBytes),
  }));
}

function kitRows({ manifest }: Pack): CheckRow[] {
  const [major, minor] = manifest.requires.kit.slice(1).split('.').map(Number) as [number, number];
  const [hasMajor, hasMinor] = kit.version.split('.').map(Number) as [number, number];
  return major === hasMajor && minor <= hasMinor
    ? []
    : [row('/manifest/requires/kit', 'kit_unsupported', { name: manifest.requires.kit, version: kit.version })];
}

/** Steps whose upgrade would never be taken. */
const stepRows = ({ manifest, skeleton }: Pack): CheckRow[] =>
  reachOf(manifest.migrations, keyCounts(skeleton)) <= REACH_MAX
    ? []
    : [
        row('/manifest/migrations', 'shape', {
          detail: {
            tr: `adımlar en çok ${REACH_MAX} değere uygulanabilir`,
            en: `the steps may be taken at ${REACH_MAX} values at most`,
          },
        }),
      ];

/** A pack with its look, from which the class of a change is found. */
export const lookedAt = (pack: Pack, { coverage, contrasts }: Pick<Checked, 'coverage' | 'contrasts'>): Looked => ({
  pack,
  styled: coverage?.styled ?? [],
  low: contrasts.flatMap(({ ok, fg, bg, preset }) =>
    ok ? [] : [`${fg} / ${bg}${preset === null ? '' : ` (${preset})`}`],
  ),
});
