import { Client } from '../../src/cli/client';
import { Context } from '../../src/cli/context';
import { buildProgram } from '../../src/cli/program';
import { Remote } from '../../src/cli/remote';
import type { OwnerSession } from '../../src/cli/session-file';
import { loadSettings } from '../../src/cli/settings';
import { Terminal } from '../../src/cli/terminal';

/** Somebody sits there who says one word to every question. */
export class Attended extends Terminal {
  readonly told: string[] = [];
  constructor(private readonly word: string) {
    super(false);
  }
  override get interactive(): boolean {
    return true;
  }
  override async ask(question: string): Promise<string> {
    this.told.push(question);
    return this.word;
  }
  override note(text: string): void {
    this.told.push(text);
  }
  override print(): void {}
}

/** Calls the program as on a terminal at which somebody sits. */
export async function called(
  words: readonly string[],
  url: string,
  session: OwnerSession,
  terminal: Attended,
): Promise<void> {
  const credential = { kind: 'session', session, from: 'login' } as const;
  const settings = { ...loadSettings({ url }, {}), credential, ownerCredential: credential };
  const client = new Client(settings, terminal);
  const remote = new Remote(client, settings);
  const program = buildProgram(new Context(settings, terminal, client, remote, await remote.open()), words);
  await program.parseAsync([...words], { from: 'user' });
}
