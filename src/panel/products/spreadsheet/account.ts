import { IMPORT_CHANGES_MAX, IMPORT_NOTED_MAX } from '../../../bulk/import/limits';
import type { Door } from '../../../catalog/spreadsheet/door';

/** Changes are noted so soon: whoever closes the page can take back nearly all of them. */
const NOTED_WITHIN_MS = 1_000;
const NOTED_AT_ONCE = Math.min(25, IMPORT_NOTED_MAX);

interface Part {
  readonly id: string;
  changes: number;
}

/**
 * Keeps account of what an import changes, so that it is taken back as one. A large import has several parts. Where the account cannot be
 * kept, the import goes on: its changes stand in the history all the same.
 */
export class ImportAccount {
  private readonly parts: Part[] = [];
  private waiting = new Set<string>();
  private noting: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasFailed = false;

  /** @param name of the table */
  constructor(
    private readonly door: Pick<Door, 'send'>,
    private readonly name: string,
  ) {}

  add(auditId: string): void {
    this.waiting.add(auditId);
    if (this.waiting.size >= NOTED_AT_ONCE) this.note();
    else this.timer ??= setTimeout(() => this.note(), NOTED_WITHIN_MS);
  }

  /** Notes the changes that are still waiting. @returns the parts, oldest first, and whether something is missing in them */
  async end(): Promise<{ readonly ids: readonly string[]; readonly isPartial: boolean }> {
    this.note();
    await this.noting;
    return { ids: this.parts.map(({ id }) => id), isPartial: this.hasFailed };
  }

  private note(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const auditIds = [...this.waiting];
    this.waiting = new Set();
    if (auditIds.length === 0) return;
    this.noting = this.noting
      .then(() => this.send(auditIds))
      .catch(() => {
        this.hasFailed = true;
      });
  }

  private async send(auditIds: readonly string[]): Promise<void> {
    const last = this.parts.at(-1);
    const part = last && last.changes + auditIds.length <= IMPORT_CHANGES_MAX ? last : await this.startPart();
    for (let at = 0; at < auditIds.length; at += IMPORT_NOTED_MAX) {
      const body = { auditIds: auditIds.slice(at, at + IMPORT_NOTED_MAX) };
      const path = `/v1/account/imports/${part.id}/changes`;
      const answer = await this.door.send({ method: 'POST', path, body });
      part.changes = answer.body.changes;
    }
  }

  private async startPart(): Promise<Part> {
    const nth = this.parts.length + 1;
    const body = { name: nameOfPart(this.name, nth) };
    const answer = await this.door.send({ method: 'POST', path: '/v1/account/imports', body });
    const part = { id: answer.body.id as string, changes: 0 };
    this.parts.push(part);
    return part;
  }
}

const NAME_MAX = 180;

/** Names of files may hold what no line of text does. */
function nameOfPart(name: string, nth: number): string {
  const line =
    name
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .trim()
      .slice(0, NAME_MAX) || '?';
  return nth === 1 ? line : `${line} (${nth})`;
}
