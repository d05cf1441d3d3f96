import type { CommandNode, SimpleCommandNode, StatementNode, TransformPlugin } from 'just-bash';

/** The commands that run lines of their own, of which this sees nothing. */
const RUNS_OTHERS = new Set(['eval', 'source', '.']);

/**
 * Puts braces around the whole: what was printed in there is kept when its time is over. What is put into the background gets
 * parentheses: an `exit` in there ends that job alone.
 *
 * Puts braces around each command that writes to a file. What the interpreter throws there, e.g. at a write through a link, ends the
 * command as an error of the shell does. Without them it would end all, and the output so far would be lost.
 */
export const shielded: TransformPlugin = {
  name: 'shielded',
  transform: ({ ast }) => {
    const body = ast.statements.map(shieldedStatement);
    return {
      ast: { ...ast, statements: body.length === 0 ? [] : [statementOf({ type: 'Group', body, redirections: [] })] },
    };
  },
};

function shieldedStatement(statement: StatementNode): StatementNode {
  const pipelines = statement.pipelines.map((pipeline) => ({ ...pipeline, commands: pipeline.commands.map(braced) }));
  const whole = { ...statement, pipelines };
  if (!statement.background) return whole;
  return {
    ...statementOf({ type: 'Subshell', body: [{ ...whole, background: false }], redirections: [] }),
    background: true,
  };
}

const statementOf = (command: CommandNode): StatementNode => ({
  type: 'Statement',
  pipelines: [{ type: 'Pipeline', commands: [command], negated: false }],
  operators: [],
  background: false,
});

function braced(command: CommandNode): CommandNode {
  if (command.type === 'FunctionDef') return command;
  const name = command.type === 'SimpleCommand' ? nameOf(command) : '';
  // Its redirections are for all that follows, and braces would end them.
  if (name === 'exec' || (command.redirections.length === 0 && !RUNS_OTHERS.has(name))) return command;
  return { type: 'Group', body: [statementOf(command)], redirections: [] };
}

function nameOf({ name }: SimpleCommandNode): string {
  const [part] = name?.parts ?? [];
  return part?.type === 'Literal' ? part.value : '';
}
