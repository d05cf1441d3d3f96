import type { CommandNode, ExecResult } from 'just-bash';
import { type Interpreter, inner } from './interpreter';

/** Traps of a shell by its own number: a shell in parentheses has another one, and no trap of the one around it. */
const traps = new WeakMap<Interpreter, Map<number, string>>();

/**
 * Adds `trap`: a script with `trap 'rm -f x' EXIT` ended at once without it. Its command runs where the shell ends, however it does so.
 * No signal reaches a command here, so that a trap for one is taken and never runs.
 */
export function addTraps(): void {
  const { runCommand, executeScript, executeSubshell, executeStatement } = inner.Interpreter.prototype;
  Object.assign(inner.Interpreter.prototype, {
    runCommand(name, args, ...more) {
      return name === 'trap' ? Promise.resolve(trap(this, args)) : runCommand.call(this, name, args, ...more);
    },
    executeScript(script) {
      // `eval` and `source` are scripts too, of a shell that has begun.
      return ofShell(this).has(this.ctx.state.bashPid)
        ? executeScript.call(this, script)
        : untilItsEnd(this, () => executeScript.call(this, script));
    },
    executeSubshell(subshell, ...more) {
      const body: CommandNode = { type: 'Group', body: subshell.body, redirections: [] };
      const pipelines = [{ type: 'Pipeline' as const, commands: [body], negated: false }];
      const whole = { type: 'Statement' as const, pipelines, operators: [], background: false, [WHOLE]: true };
      return executeSubshell.call(this, { ...subshell, body: [whole] }, ...more);
    },
    executeStatement(statement) {
      return WHOLE in statement
        ? untilItsEnd(this, () => executeStatement.call(this, statement))
        : executeStatement.call(this, statement);
    },
  } satisfies Partial<Interpreter> & ThisType<Interpreter>);
}

/** Marks the statement that is all of a shell in parentheses. */
const WHOLE = Symbol('whole');
const NOTHING = '';

function ofShell(shell: Interpreter): Map<number, string> {
  const known = traps.get(shell) ?? new Map<number, string>();
  traps.set(shell, known);
  return known;
}

async function untilItsEnd(shell: Interpreter, run: () => Promise<ExecResult>): Promise<ExecResult> {
  const { state } = shell.ctx;
  const pid = state.bashPid;
  const commands = ofShell(shell);
  commands.set(pid, NOTHING);
  const end = async (exitCode: number): Promise<ExecResult | undefined> => {
    const command = commands.get(pid);
    // A trap that ends the shell once more does not run again.
    commands.set(pid, NOTHING);
    if (!command) return undefined;
    state.lastExitCode = exitCode;
    state.env.set('?', String(exitCode));
    const ended = await shell.runCommand('eval', [command], [true], '').catch((error: unknown) => {
      if (isEnd(error)) return error;
      throw error;
    });
    return { ...ended, exitCode: ended instanceof Error ? ended.exitCode : exitCode };
  };
  try {
    const result = await run();
    const more = await end(result.exitCode);
    return more ? together(result, more) : result;
  } catch (error) {
    if (!isEnd(error)) throw error;
    const more = await end(error.exitCode ?? 1);
    throw more ? Object.assign(error, together(error, more)) : error;
  } finally {
    commands.delete(pid);
  }
}

const together = <T extends ExecResult>(result: T, more: ExecResult): T => ({
  ...result,
  stdout: result.stdout + more.stdout,
  stderr: result.stderr + more.stderr,
  exitCode: more.exitCode,
});

/** Errors by which a shell ends: `exit`, `set -e`, `set -u`. */
const ENDS = new Set(['ExitError', 'ErrexitError', 'NounsetError', 'BadSubstitutionError', 'PosixFatalError']);
type End = Error & ExecResult;
const isEnd = (error: unknown): error is End => error instanceof Error && ENDS.has(error.name);

function trap(shell: Interpreter, given: readonly string[]): ExecResult {
  const commands = ofShell(shell);
  const pid = shell.ctx.state.bashPid;
  const args = given[0] === '--' ? given.slice(1) : given;
  if (args.length === 0 || args[0] === '-p') {
    const command = commands.get(pid);
    return resultOf(command ? `trap -- '${command.replaceAll("'", "'\\''")}' EXIT\n` : '');
  }
  if (args[0] === '-l') return resultOf('', 'trap: -l: not supported in this sandbox\n');
  const isReset = args.length === 1 || /^\d+$/.test(args[0] as string);
  const [command, ...names] = isReset ? ['-', ...args] : (args as [string, ...string[]]);
  for (const name of names) {
    const signal = name.toUpperCase().replace(/^SIG/, '');
    if (signal === 'EXIT' || signal === '0') commands.set(pid, command === '-' ? NOTHING : (command as string));
    else if (EVENTS.has(signal)) return resultOf('', `trap: ${name}: not supported in this sandbox, EXIT is\n`);
    else if (!SIGNALS.test(signal)) return resultOf('', `bash: trap: ${name}: invalid signal specification\n`);
  }
  return resultOf('');
}

const EVENTS = new Set(['ERR', 'DEBUG', 'RETURN']);
const SIGNALS = /^([1-9]|[1-5]\d|6[0-4]|HUP|INT|QUIT|ABRT|ALRM|TERM|USR1|USR2|PIPE|CHLD|CONT|TSTP|TTIN|TTOU|WINCH)$/;
const resultOf = (stdout: string, stderr = ''): ExecResult => ({ stdout, stderr, exitCode: stderr === '' ? 0 : 1 });
