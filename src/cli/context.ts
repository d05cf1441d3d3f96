import type { Answer, Client } from './client';
import type { Ending } from './exit';
import { moneyFields } from './money';
import { previewLines } from './preview';
import type { Registry, Remote } from './remote';
import type { Settings } from './settings';
import type { Terminal } from './terminal';
import { render } from './text';

/** What every verb is given. */
export class Context {
  /** How the program ends when nothing is thrown. */
  ending: Ending = 'done';
  private money: ReadonlySet<string> | undefined;

  constructor(
    readonly settings: Settings,
    readonly terminal: Terminal,
    readonly client: Client,
    readonly remote: Remote,
    /** Missing when help is shown without a server. */
    readonly registry: Registry | undefined,
  ) {}

  get moneyFields(): ReadonlySet<string> {
    this.money ??= moneyFields(this.registry ?? { routes: [], commands: [] });
    return this.money;
  }

  /** Shows an answer: as it is with --json, else for people. */
  show({ body }: Pick<Answer, 'body'>): void {
    const { terminal, moneyFields: money } = this;
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
    } else if (body !== null) terminal.print(render(body, { money, terminal }));
  }

  preview(preview: Parameters<typeof previewLines>[0]): string {
    return previewLines(preview, { money: this.moneyFields, terminal: this.terminal }).join('\n');
  }
}
