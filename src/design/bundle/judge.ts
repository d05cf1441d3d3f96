import { BoundedMap } from '../../kernel/limits/bounded-map';
import type { Pack } from '../../skin/pack/pack';
import type { Bundle } from './bundle';
import type { FindingCode } from './codes';
import { type Finding, finding } from './finding';
import { graphOf } from './graph';
import { legibleFindings } from './legible';
import { type Findings, nodeFindings } from './nodes';
import { type Offers, offerFindings } from './offers';
import { linkFindings, pageFindings, variableFindings, zoneFindings } from './pages';
import { type BundleReferences, namedIn } from './references';

/** All that is looked up for a design beside its own text. */
export interface World {
  /** The version of the theme that it names. */
  readonly pack: Pack | undefined;
  /** Media by identifier; false: it is not ready. */
  readonly media: ReadonlyMap<string, boolean>;
  /** Products, collections and categories that shoppers may see. */
  readonly known: ReadonlySet<string>;
  /** The offers of the extensions that are installed. */
  readonly extensions: Offers;
  /** Faults of the style sheet that the design brings, found by the gate. */
  readonly css: readonly Finding[];
  /** @default worked out anew */
  readonly own?: Own;
}

/** All that follows from a body and the extensions that it names, whatever else is in the shop. */
export interface Own {
  readonly named: BundleReferences;
  readonly findings: Findings;
}

/** Codes that a design may be published with: what it names may come and go, and shows nothing meanwhile. */
const PUBLISHED_WITH: ReadonlySet<FindingCode> = new Set([
  'reference_missing',
  'extension_missing',
  'many_sections',
  'contrast_weak',
]);

/** Judges a body by the rules of a draft: errors keep it from being kept, with warnings it is kept. */
export function judged(bundle: Bundle, world: World): Findings {
  const { named, findings } = world.own ?? ownOf(bundle, world.extensions);
  const { errors, warnings } = worldFindings(bundle, world, named);
  return { errors: [...findings.errors, ...errors, ...world.css], warnings: [...findings.warnings, ...warnings] };
}

/** Works out what a body says of itself. */
export function ownOf(bundle: Bundle, extensions: Offers): Own {
  const named = namedIn(bundle, extensions);
  const { places, errors } = graphOf(bundle);
  const parts = [nodeFindings(bundle, places), pageFindings(bundle), linkFindings(bundle, named), zoneFindings(bundle)];
  return {
    named,
    findings: {
      errors: [...errors, ...parts.flatMap((part) => part.errors)],
      warnings: parts.flatMap((part) => part.warnings),
    },
  };
}

/** Drafts that are read again and again while somebody works at them. */
const KNOWN_MAX = 16;
const known = new BoundedMap<Own>(KNOWN_MAX);

/** The same of a body that is kept: worked out once, by its hash, unless extensions have a say in it. */
export function ownOfKept(hash: string, bundle: Bundle, extensions: Offers): Own {
  if (extensions.size > 0) return ownOf(bundle, extensions);
  const own = known.get(hash) ?? ownOf(bundle, extensions);
  known.set(hash, own);
  return own;
}

/** The same by the rules of the live design: a shopper meets no page that is wrong by its form. */
export function strictly({ errors, warnings }: Findings): Findings {
  const isKept = ({ code }: Finding): boolean => PUBLISHED_WITH.has(code);
  return { errors: [...errors, ...warnings.filter((each) => !isKept(each))], warnings: warnings.filter(isKept) };
}

function worldFindings(bundle: Bundle, world: World, { references }: BundleReferences): Findings {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const { theme } = bundle;
  if (world.pack) warnings.push(...variableFindings(bundle, world.pack), ...legibleFindings(bundle, world.pack));
  else errors.push(finding('/theme', 'theme_missing', { name: `${theme.key} ${theme.version}` }));
  for (const { kind, id, pointer } of references) {
    if (kind !== 'media' && !world.known.has(id)) warnings.push(finding(pointer, 'reference_missing'));
    if (kind === 'media' && !world.media.has(id)) errors.push(finding(pointer, 'media_missing'));
    if (kind === 'media' && world.media.get(id) === false) errors.push(finding(pointer, 'media_not_ready'));
  }
  warnings.push(...offerFindings(bundle, world.extensions));
  return { errors, warnings };
}
