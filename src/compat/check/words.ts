import { findingWords } from '../../design/bundle/codes';
import type { Words } from '../../kernel/schema/schema';
import { type Facts, inWords } from '../../kit/finding/fill';

/** The kinds of artifacts that are checked. */
export const artifactKinds = ['css', 'bundle', 'extension', 'tree'] as const;
export type ArtifactKind = (typeof artifactKinds)[number];

export const compatWords = {
  ...findingWords,
  alias: {
    tr: '“{name}” {since} sürümünden beri “{to}” adında; eski ad {removedIn} sürümünde kalkacak.',
    en: '“{name}” is called “{to}” since {since}; the old name goes in {removedIn}.',
  },
  removed: {
    tr: '“{name}” kaldırıldı; yerine “{to}” kullanın.',
    en: '“{name}” was removed; use “{to}”.',
  },
  unknown: { tr: 'Bu sürümde “{name}” yok.', en: 'This release has no “{name}”.' },
  near: {
    tr: 'Bu sürümde “{name}” yok; “{to}” olabilir mi?',
    en: 'This release has no “{name}”; did you mean “{to}”?',
  },
  kit_unsupported: {
    tr: 'Bu sürümde kit {to} var; yapıt {name} için hazırlanmış.',
    en: 'This release has the kit {to}; the artifact was made for {name}.',
  },
  manifest_invalid: { tr: 'Bildirim geçersiz: {detail}.', en: 'The manifest is not valid: {detail}.' },
  unreadable: { tr: 'Dosya JSON olarak okunamadı.', en: 'The file cannot be read as JSON.' },
  too_many_files: { tr: 'Çok fazla stil dosyası: en çok {most}.', en: 'Too many style sheets: {most} at most.' },
} as const satisfies Readonly<Record<string, Words>>;

export type CompatCode = keyof typeof compatWords;

/** A change that makes a row go: of JSON, or of a stretch of a style sheet. */
export type Fix =
  | { readonly kind: 'patch'; readonly patch: readonly PatchStep[] }
  | { readonly kind: 'css'; readonly start: number; readonly end: number; readonly text: string };

/** A step of JSON Patch (RFC 6902). */
export type PatchStep =
  | { readonly op: 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'move'; readonly path: string; readonly from: string };

export interface CompatRow {
  readonly code: CompatCode;
  readonly kind: ArtifactKind;
  /** The thing that it is about. */
  readonly name: string;
  /** A JSON pointer into the artifact. */
  readonly pointer: string;
  readonly message: string;
  readonly english: string;
  /** Version that renamed or removed it. */
  readonly since: string | null;
  readonly fix?: Fix;
}

export interface Compat {
  readonly breaking: CompatRow[];
  readonly warnings: CompatRow[];
}

type ClaimedRow = Pick<CompatRow, 'kind' | 'name' | 'pointer'> & Partial<Pick<CompatRow, 'since' | 'fix'>>;

export const compatRow = (code: CompatCode, told: ClaimedRow, facts: Facts = {}): CompatRow => ({
  code,
  since: null,
  ...told,
  ...inWords(compatWords[code], { name: told.name, ...facts }),
});

export const nothing = (): Compat => ({ breaking: [], warnings: [] });

/** @returns `into`, with what was found beside it */
export function joined(into: Compat, found: Compat): Compat {
  into.breaking.push(...found.breaking);
  into.warnings.push(...found.warnings);
  return into;
}
