import type { Scope } from '../kernel/declaration/scopes';
import type { TObject, Words } from '../kernel/schema/schema';
import type { View } from '../kit/view/node';
import type { Action } from './action';
import type { ManifestDocument } from './manifest-document';
import type { PersonalData } from './personal-data';

export interface ManifestSecret {
  readonly key: string;
  /** The label in Turkish; `english` is the same for English readers. */
  readonly label: string;
  readonly english: string;
  /** False: the extension works without it. @default true */
  readonly required?: boolean;
}

/** Turns a configuration of one version into that of a later one. */
export type Migration = NonNullable<ManifestDocument['migrations']>[number];

/** A thing that a design shows. Without a view nothing of it is shown. */
interface ManifestShown {
  readonly key: string;
  readonly label: Words;
  /** Settings of each place where it stands. A hint says which texts are links or pictures. */
  readonly fields?: TObject;
  readonly view?: View;
}

export interface ManifestBlock extends ManifestShown {
  /** Zones that it may stand in. @default each */
  readonly zones?: readonly string[];
}

export interface ManifestPage extends ManifestShown {
  /** The path of the page. Its last part is the usual address below `/ek/`. */
  readonly path: string;
  /** The template of the title, a text with `{field}`. @default its label */
  readonly title?: string;
}

/** One version of an extension: its description, and the settings that a store enters. */
export interface Manifest {
  readonly key: string;
  readonly name: string;
  readonly kind: 'channel' | 'cargo' | 'payment' | 'hook' | 'block' | 'page';
  readonly version: string;
  /** The summary in Turkish; `english` is the same for English readers. */
  readonly summary: string;
  readonly english: string;
  /** The rights that it has on behalf of the store that installs it. */
  readonly scopes?: readonly Scope[];
  readonly personalData?: readonly PersonalData[];
  /** The acts of the extension at its provider. A version that was published keeps them: a new act comes with a new version. */
  readonly actions?: readonly Action[];
  readonly secrets: readonly ManifestSecret[];
  readonly config: TObject;
  /** The decision points of its hooks. Their code stands in {@link Provider.hooks}. */
  readonly hooks?: NonNullable<ManifestDocument['hooks']>;
  /** Blocks that a design may show in its zones. */
  readonly blocks?: readonly ManifestBlock[];
  /** Pages that a design may show. */
  readonly pages?: readonly ManifestPage[];
  /** The migrations from earlier versions. Settings of a version from which no migration begins are valid as they are. */
  readonly migrations?: readonly Migration[];
}

/** The secrets without which the extension does not work. */
export const requiredSecrets = ({ secrets }: Manifest): string[] =>
  secrets.filter(({ required = true }) => required).map(({ key }) => key);
