import type { Bundle } from '../../design/bundle/bundle';
import type { FindingCode } from '../../design/bundle/codes';
import { at, type Finding, finding } from '../../design/bundle/finding';
import { formOf } from '../../design/bundle/form';
import { judged, strictly } from '../../design/bundle/judge';
import { cssFindings } from '../../design/world/css';
import type { Claimant } from '../../kernel/trial/turns';
import type { Alias, KitContract } from '../../kit/kit';
import { firstPartyPack } from '../../skin/first-party/packs';
import { toldAlias } from './alias';
import { type ArtifactKind, type Compat, type CompatRow, nothing } from './words';

/** Faults that are of one shop, which nobody asks about here. */
const OF_A_SHOP: ReadonlySet<FindingCode> = new Set([
  'reference_missing',
  'media_missing',
  'media_not_ready',
  'extension_missing',
]);

/** A body of a design against a contract: what publishing would refuse of it breaks. */
export async function bundleCompat(
  artifact: unknown,
  { kind, pointer, contract, caller }: { kind: ArtifactKind; pointer: string; contract: KitContract; caller: Claimant },
): Promise<Compat> {
  const row = ({ pointer: place, code, message, english }: Finding): CompatRow => ({
    code,
    kind,
    name: place.split('/').at(-1) ?? '',
    pointer: pointer + place,
    message,
    english,
    since: null,
  });
  const formed = formOf(artifact);
  if (!formed.bundle) return { breaking: formed.errors.map(row), warnings: [] };
  const { bundle } = formed;
  const into = nothing();
  const renamed = aliasesIn(bundle, contract, { kind, pointer, into });
  const css = await cssFindings(bundle, caller);
  const { key, version } = bundle.theme;
  const pack = firstPartyPack(key, version);
  const named = { ...bundle, nodes: nodesAsNamed(bundle.nodes, contract) };
  const found = strictly(judged(named, { pack, media: new Map(), known: new Set(), extensions: new Map(), css }));
  const isOurs = ({ code, pointer: place }: Finding): boolean =>
    !OF_A_SHOP.has(code) && !renamed.has(place) && !(code === 'theme_missing' && pack === undefined);
  into.breaking.push(...found.errors.filter(isOurs).map(row));
  into.warnings.push(...found.warnings.filter(isOurs).map(row));
  if (pack === undefined) into.warnings.push(row(finding('/theme', 'theme_missing', { name: `${key} ${version}` })));
  return into;
}

const aliasOf = (name: string, { aliases }: KitContract): Alias | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : undefined;

/** Gives nodes the new names of their types: a section that was renamed is not missing. */
const nodesAsNamed = (nodes: Bundle['nodes'], contract: KitContract): Bundle['nodes'] =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, node]) => {
      const alias = aliasOf(node.type, contract);
      return [id, alias ? { ...node, type: alias.to } : node];
    }),
  );

/** @returns pointers of names that have become others: no other rule speaks of them */
function aliasesIn(
  { nodes, zones }: Bundle,
  contract: KitContract,
  { kind, pointer, into }: { kind: ArtifactKind; pointer: string; into: Compat },
): ReadonlySet<string> {
  const { version } = contract;
  const told = new Set<string>();
  for (const [id, { type }] of Object.entries(nodes)) {
    const alias = aliasOf(type, contract);
    if (!alias) continue;
    const place = at('/nodes', id, 'type');
    told.add(place);
    toldAlias(into, { kind, name: type, pointer: pointer + place }, alias, version, {
      kind: 'patch',
      patch: [{ op: 'replace', path: place, value: alias.to }],
    });
  }
  for (const zone of Object.keys(zones)) {
    const alias = aliasOf(zone, contract);
    if (!alias) continue;
    const place = at('/zones', zone);
    told.add(place);
    // The shop has to say the order of the blocks where both names hold some.
    const isFree = !Object.hasOwn(zones, alias.to);
    toldAlias(
      into,
      { kind, name: zone, pointer: pointer + place },
      alias,
      version,
      isFree ? { kind: 'patch', patch: [{ op: 'move', from: place, path: at('/zones', alias.to) }] } : undefined,
    );
  }
  return told;
}
