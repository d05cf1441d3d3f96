import readline from 'node:readline/promises';
import { styleText } from 'node:util';
import { usage } from './exit';
import { surroundings } from './surroundings';

type Style = Parameters<typeof styleText>[0];

/** stdout carries the answer and nothing else; everything that is said about it goes to stderr. */
export class Terminal {
  constructor(private readonly json: boolean) {}

  /** Somebody is there who can be asked. */
  get interactive(): boolean {
    return Boolean(process.stdin.isTTY && surroundings().err.isTTY) && !this.json && !surroundings().isGuest;
  }

  get columns(): number {
    return surroundings().out.columns || 120;
  }

  /** The answer for people. With --json there is none: `answer` prints it. */
  print(text: string): void {
    if (!this.json) surroundings().out.write(`${text}\n`);
  }

  /** The answer for programs: one document in one line. */
  answer(document: unknown): void {
    if (this.json) surroundings().out.write(`${JSON.stringify(document)}\n`);
  }

  note(text: string): void {
    surroundings().err.write(`${text}\n`);
  }

  style(style: Style, text: string): string {
    return !this.json && surroundings().out.isTTY && !surroundings().environment.NO_COLOR
      ? styleText(style, text)
      : text;
  }

  async ask(question: string): Promise<string> {
    const lines = readline.createInterface({ input: process.stdin, output: process.stderr });
    try {
      return (await lines.question(`${question} `)).trim();
    } finally {
      lines.close();
    }
  }

  /** @throws {CliError} usage: nobody is there to answer */
  async confirm(question: string, yes: boolean): Promise<boolean> {
    if (yes) return true;
    if (!this.interactive) usage(`${question} Nobody is there to ask: add --yes.`);
    return /^(y|yes|e|evet)$/i.test(await this.ask(`${question} [y/N]`));
  }

  /** Reads a line that is not shown. */
  async askHidden(question: string): Promise<string> {
    if (!this.interactive) usage('Nobody is there to ask for the password: add --password-stdin.');
    const { stdin } = process;
    stdin.setEncoding('utf8').setRawMode(true);
    process.stderr.write(`${question} `);
    try {
      return await new Promise<string>((resolve, reject) => {
        let line = '';
        const hear = (typed: string): void => {
          for (const character of typed) {
            if (character === '\r' || character === '\n' || character === '\u0003') {
              end(character === '\u0003' ? () => reject(new Interrupted()) : () => resolve(line));
              return;
            }
            line = character === '\u007f' || character === '\b' ? line.slice(0, -1) : line + character;
          }
        };
        const end = (settle: () => void): void => {
          stdin.off('data', hear);
          stdin.pause();
          settle();
        };
        stdin.on('data', hear);
      });
    } finally {
      stdin.setRawMode(false);
      process.stderr.write('\n');
    }
  }
}

/** Ctrl-C was pressed at a question. */
export class Interrupted extends Error {}

/** Progress of work: one line on stderr that is written over on a terminal, and lines that differ anywhere else. */
export class Progress {
  private last = '';

  show(line: string): void {
    if (line === this.last) return;
    this.last = line;
    const { err } = surroundings();
    if (err.isTTY) err.write(`\r\u001b[K${line.slice(0, (err.columns || 80) - 1)}`);
    else err.write(`${line}\n`);
  }

  end(): void {
    const { err } = surroundings();
    if (err.isTTY && this.last) err.write('\n');
  }
}

const BAR_WIDTH = 24;

export function bar(done: number, total: number | null): string {
  if (!total) return `[${'.'.repeat(BAR_WIDTH)}]`;
  const filled = Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}
