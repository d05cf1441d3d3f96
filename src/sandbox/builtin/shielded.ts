import type { CommandNode, SimpleCommandNode, TransformPlugin } from 'just-bash';

/** They run lines of their own, of which this sees nothing. */
const RUNS_OTHERS = new Set(['eval', 'source', '.']);

/**
 * Puts braces around each command that writes to a file. What the interpreter throws there, e.g. at a write through a link, ends the
 * command as an error of the shell does. Without them it would end all, and the output so far would be lost.
 */
export const shielded: TransformPlugin = {
  name: 'shielded',
  transform: ({ ast }) => ({
    ast: {
      ...ast,
      statements: ast.statements.map((statement) => ({
        ...statement,
        pipelines: statement.pipelines.map((pipeline) => ({ ...pipeline, commands: pipeline.commands.map(braced) })),
      })),
    },
  }),
};

function braced(command: CommandNode): CommandNode {
  if (command.type === 'FunctionDef') return command;
  const name = command.type === 'SimpleCommand' ? nameOf(command) : '';
  // Its redirections are for all that follows, and braces would end them.
  if (name === 'exec' || (command.redirections.length === 0 && !RUNS_OTHERS.has(name))) return command;
  const pipelines = [{ type: 'Pipeline' as const, commands: [command], negated: false }];
  return {
    type: 'Group',
    body: [{ type: 'Statement', pipelines, operators: [], background: false }],
    redirections: [],
  };
}

function nameOf({ name }: SimpleCommandNode): string {
  const [part] = name?.parts ?? [];
  return part?.type === 'Literal' ? part.value : '';
}
