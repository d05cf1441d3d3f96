import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import { scopeNames } from '../../kernel/declaration/scopes';
import type { Claimant } from '../../kernel/trial/turns';
import { compareVersions } from '../../kernel/version';
import { at } from '../../kit/finding/pointer';
import { inTurkish } from '../../kit/finding/schema-words';
import { type KitContract, kit as running } from '../../kit/kit';
import { manifestErrors } from '../../provider/manifest-check';
import { bundleCompat } from './bundle';
import { cssCompat } from './css';
import { textCompat } from './tree';
import { type ArtifactKind, type Compat, compatRow, joined, nothing } from './words';

export interface Artifact {
  readonly kind: ArtifactKind;
  readonly artifact: unknown;
  /** Version of the kit that it was made for. */
  readonly kit?: string | undefined;
  /** Variables of its theme, or their names. */
  readonly variables?: unknown;
}

interface Asking {
  readonly capabilities: CapabilityIndex;
  readonly caller: Claimant;
  /** @default that of this release */
  readonly contract?: KitContract;
}

const SHEETS_MAX = 20;
const FILES_MAX = 500;

/** Finds the names of an artifact that this release does not know, or knows under another name. */
export async function compatOf(asked: Artifact, { contract = running, ...asking }: Asking): Promise<Compat> {
  const { kind, artifact, kit } = asked;
  const into = nothing();
  if (kit !== undefined && isNewer(kit, contract.version))
    into.breaking.push(compatRow('kit_unsupported', { kind, name: kit, pointer: '' }, { to: contract.version }));
  const own = namesOf(asked.variables);
  return joined(into, await ofKind(kind, artifact, { ...asking, contract, own }));
}

const isNewer = (version: string, than: string): boolean =>
  version.split('.')[0] !== than.split('.')[0] || compareVersions(version, than) > 0;

interface Known extends Asking {
  readonly contract: KitContract;
  readonly own: ReadonlySet<string>;
}

async function ofKind(kind: ArtifactKind, artifact: unknown, known: Known): Promise<Compat> {
  const { contract, own, caller } = known;
  switch (kind) {
    case 'css':
      return typeof artifact === 'string'
        ? cssCompat({ css: artifact, pointer: '', kind, own }, contract, caller)
        : wrongForm(kind, 'metin olmalı', 'must be string');
    case 'bundle':
      return bundleCompat(artifact, { kind, pointer: '', contract, caller });
    case 'extension':
      return extensionCompat(artifact, kind, '', known);
    case 'tree':
      return treeCompat(artifact, known);
  }
}

const wrongForm = (kind: ArtifactKind, tr: string, en: string): Compat => ({
  breaking: [compatRow('shape', { kind, name: 'artifact', pointer: '' }, { detail: { tr, en } })],
  warnings: [],
});

/** A manifest names commands and scopes, and may not name what is not there. */
function extensionCompat(
  artifact: unknown,
  kind: ArtifactKind,
  pointer: string,
  { capabilities }: Pick<Known, 'capabilities'>,
): Compat {
  const op = (id: string) => {
    const served = capabilities.command(id) ?? capabilities.routes.find((route) => route.id === id);
    return served && { kind: served.needs?.kind };
  };
  return {
    breaking: manifestErrors(artifact, { op }).map((error) =>
      compatRow(
        'manifest_invalid',
        { kind, name: error.pointer.split('/').at(-1) ?? '', pointer: pointer + error.pointer },
        { detail: { tr: inTurkish(error.message), en: error.message } },
      ),
    ),
    warnings: [],
  };
}

async function treeCompat(artifact: unknown, known: Known): Promise<Compat> {
  const files = isRecord(artifact) && isRecord(artifact.files) ? artifact.files : undefined;
  if (!files || Object.values(files).some((text) => typeof text !== 'string'))
    return wrongForm('tree', 'dosyalar {files: {yol: metin}} biçiminde olmalı', 'must be {files: {path: text}}');
  const entries = Object.entries(files as Readonly<Record<string, string>>).slice(0, FILES_MAX);
  const into = nothing();
  const sheets = entries.filter(([path]) => path.endsWith('.css'));
  if (sheets.length > SHEETS_MAX)
    into.breaking.push(
      compatRow('too_many_files', { kind: 'tree', name: '.css', pointer: '/files' }, { most: SHEETS_MAX }),
    );
  const { capabilities, contract, own, caller } = known;
  const names = {
    ids: new Set([...capabilities.routes, ...capabilities.commands].map(({ id }) => id)),
    scopes: new Set<string>(scopeNames),
    paths: capabilities.routes.map(({ http }) => http.split(' ')[1] as string),
  };
  for (const [path, css] of sheets.slice(0, SHEETS_MAX))
    joined(into, await cssCompat({ css, pointer: at('/files', path), kind: 'tree', own }, contract, caller));
  for (const [path, text] of entries) {
    const pointer = at('/files', path);
    if (path.endsWith('.json')) joined(into, await jsonCompat(text, pointer, known));
    if (!path.endsWith('.css')) joined(into, textCompat(text, pointer, names));
  }
  return into;
}

/** A file is what it looks like: a body of a design, or a manifest of an extension. */
async function jsonCompat(text: string, pointer: string, known: Known): Promise<Compat> {
  const value = parsed(text);
  if (value === undefined)
    return { breaking: [], warnings: [compatRow('unreadable', { kind: 'tree', name: 'json', pointer })] };
  if (!isRecord(value)) return nothing();
  if ('manifestVersion' in value) return extensionCompat(value, 'tree', pointer, known);
  if (!('nodes' in value && 'theme' in value)) return nothing();
  return bundleCompat(value, { kind: 'tree', pointer, contract: known.contract, caller: known.caller });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function namesOf(variables: unknown): ReadonlySet<string> {
  if (!Array.isArray(variables)) return new Set();
  return new Set(
    variables.flatMap((each: unknown) =>
      typeof each === 'string' ? [each] : isRecord(each) && typeof each.name === 'string' ? [each.name] : [],
    ),
  );
}
