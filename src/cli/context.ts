import { type Meanings, meaningsOf, placeOf } from '../kernel/schema/meaning';
import { TOTAL_MAX } from '../kernel/schema/total';
import { type Answer, Client } from './client';
import type { Ending } from './exit';
import type { Schema } from './json-schema';
import { previewLines } from './preview';
import { type Registry, Remote } from './remote';
import type { Settings } from './settings';
import type { Terminal } from './terminal';
import { plain, render } from './text';

/** The surroundings that every verb is given. */
export class Context {
  /** How the program ends when nothing is thrown. */
  ending: Ending = 'done';
  /** The exit code of a program that this one has run elsewhere; it goes before the ending. */
  exitCode: number | undefined;
  /** The titles of things by their identifiers, as far as answers have told them. */
  readonly titles = new Map<string, string>();
  /** The meanings of the fields of changes, as the server declares them. */
  readonly meanings: Meanings;
  /** The field of an entity that holds what people call such a thing. */
  readonly titleFieldOf: (entity: string) => string | null;
  /** Whether an entity is no part of the shop, e.g. a proposal. */
  readonly isBesideShop: (entity: string) => boolean;

  constructor(
    readonly settings: Settings,
    readonly terminal: Terminal,
    readonly client: Client,
    readonly remote: Remote,
    /** Missing when help is shown without a server. */
    readonly registry: Registry | undefined,
  ) {
    const entities = registry?.entities ?? [];
    this.meanings = meaningsOf(entities);
    const titleFields = new Map(entities.map(({ word, titleField }) => [word, titleField]));
    this.titleFieldOf = (entity) => titleFields.get(entity) ?? null;
    const besideShop = new Set(entities.flatMap(({ word, besideShop }) => (besideShop ? [word] : [])));
    this.isBesideShop = (entity) => besideShop.has(entity);
  }

  /** The same at another address, which is told no credential. */
  at(url: string): Context {
    const settings = { ...this.settings, url, credential: undefined, ownerCredential: undefined };
    const client = new Client(settings, this.terminal);
    return new Context(settings, this.terminal, client, new Remote(client, settings), undefined);
  }

  /**
   * Shows an answer: as it is with --json, else for people.
   * @param schema of the answer; without one its numbers are shown as they are
   */
  show({ body }: Pick<Answer, 'body'>, schema?: Schema): void {
    const { terminal } = this;
    terminal.answer(body);
    if (body?.proposed === true) {
      this.ending = 'proposed';
      terminal.print(
        `Proposed, nothing has changed: item ${body.seq} (${body.itemId}) of proposal ${body.proposalId}.`,
      );
      if (body.preview) terminal.print(this.preview(body.preview));
    } else if (body?.dryRun === true) {
      terminal.print(this.preview(body.preview));
      terminal.print(terminal.style('bold', 'Dry run: nothing has changed.'));
    } else if (body !== null) {
      terminal.print(render(body, { place: placeOf(schema), terminal }));
      this.noteRest(body);
    }
  }

  /** Says under a list that there is more of it, and how that is asked for: a table alone looks like all. */
  noteRest({ items, nextCursor, total }: Readonly<Partial<Record<'items' | 'nextCursor' | 'total', unknown>>>): void {
    if (this.settings.json || !Array.isArray(items) || typeof nextCursor !== 'string') return;
    const rest = `--all, or --cursor ${plain(nextCursor)}`;
    const all = total === TOTAL_MAX ? `${TOTAL_MAX} or more` : total;
    const shown = typeof total === 'number' ? `${items.length} of ${all}` : `${items.length} shown, and there are more`;
    this.terminal.note(`${shown}: ${rest}`);
  }

  /** The query for facts that people are told beside a list's rows; a program asks for them itself. */
  get askedOfLists(): { readonly total?: true } {
    return this.settings.json ? {} : { total: true };
  }

  /** Notes what those are called that a page names by their ids. */
  learn({ references = {} }: { readonly references?: Readonly<Record<string, string>> }): void {
    for (const [id, title] of Object.entries(references)) this.titles.set(id, title);
  }

  preview(preview: Parameters<typeof previewLines>[0]): string {
    return previewLines(preview, this).join('\n');
  }
}
