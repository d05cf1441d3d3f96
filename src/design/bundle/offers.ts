import type { TObject, Words } from '../../kernel/schema/schema';
import type { Bundle } from './bundle';
import { at, type Finding, finding } from './finding';
import { schemaFindings } from './schema-findings';

/** A block or a page that an extension offers. */
export interface Offer {
  readonly label: Words;
  /** Zones that a block may stand in; undefined: each, or it is a page. */
  readonly zones: readonly string[] | undefined;
  /** The form of its configuration. */
  readonly form: TObject;
  /** The usual address of a page. */
  readonly slug?: string | undefined;
}

interface Offering {
  readonly enabled: boolean;
  readonly blocks: ReadonlyMap<string, Offer>;
  readonly pages: ReadonlyMap<string, Offer>;
}

/** Extensions that a store has installed, with all that they offer to designs. */
export type Offers = ReadonlyMap<string, Offering>;

/** A block or a page of an extension, and where a design has it. */
export interface Extended {
  readonly pointer: string;
  readonly of: 'blocks' | 'pages';
  readonly extension: string;
  readonly key: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** The zone of a block. */
  readonly zone?: string;
}

/** Lists all that a design has of extensions. */
export const extendedIn = ({ zones, extPages }: Pick<Bundle, 'zones' | 'extPages'>): readonly Extended[] => [
  ...Object.entries(zones).flatMap(([zone, blocks]) =>
    blocks.map(({ extension, block, config }, index) => ({
      pointer: at('/zones', zone, index),
      of: 'blocks' as const,
      extension,
      key: block,
      config,
      zone,
    })),
  ),
  ...Object.entries(extPages).map(([slug, { extension, page, config }]) => ({
    pointer: at('/extPages', slug),
    of: 'pages' as const,
    extension,
    key: page,
    config,
  })),
];

/** The offer that a design has taken, whether or not its extension is enabled. */
export const offerOf = (
  offers: Offers,
  { of, extension, key }: Pick<Extended, 'of' | 'extension' | 'key'>,
): Offer | undefined => offers.get(extension)?.[of].get(key);

/**
 * Looks at blocks and pages of extensions. A design that was right can become wrong by an upgrade of one of them, so none of this keeps it
 * from being saved.
 */
export function offerFindings(bundle: Bundle, offers: Offers): readonly Finding[] {
  return extendedIn(bundle).flatMap((each) => {
    const { pointer, extension, key, zone, config } = each;
    const offer = offerOf(offers, each);
    if (!offer || !offers.get(extension)?.enabled) return [finding(pointer, 'extension_missing', { name: extension })];
    const isElsewhere = zone !== undefined && offer.zones !== undefined && !offer.zones.includes(zone);
    const misplaced = isElsewhere ? [finding(pointer, 'placement_refused', { name: key })] : [];
    return [...misplaced, ...configFindings(offer, config, at(pointer, 'config'))];
  });
}

/** Lists the faults of an offer's configuration. @param pointer of it */
export function configFindings(
  { form }: Offer,
  config: Readonly<Record<string, unknown>>,
  pointer: string,
): readonly Finding[] {
  const known: Record<string, unknown> = {};
  const unknown: Finding[] = [];
  for (const [name, value] of Object.entries(config)) {
    if (Object.hasOwn(form.properties, name)) known[name] = value;
    else unknown.push(finding(at(pointer, name), 'unknown_prop', { name }));
  }
  return [...unknown, ...schemaFindings(form, known, pointer, 'prop_invalid')];
}
