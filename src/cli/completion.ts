import type { Command } from 'commander';
import { usage } from './exit';
import { spelling } from './flags';

/** Shells ask `tezgah complete-words <words…>` and show the lines that come back. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_tezgah() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(tezgah complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tezgah tezgah`,
  zsh: `autoload -U +X bashcompinit && bashcompinit
_tezgah() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(tezgah complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tezgah tezgah`,
  fish: `complete -c tezgah -f -a '(tezgah complete-words -- (commandline -opc)[2..-1] 2>/dev/null)'`,
};

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script: eval "$(tezgah completion bash)"')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) => {
      process.stdout.write(`${scripts[shell] ?? usage(`There is no completion for ${shell}: bash, zsh or fish.`)}\n`);
    });

  program
    .command('complete-words', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      let command: Command = program;
      for (const word of words) command = command.commands.find((child) => child.name() === word) ?? command;
      const verbs = command.commands.map((child) => child.name()).filter((name) => name !== 'complete-words');
      const flags = [...command.options, ...program.options].filter(({ hidden }) => !hidden).map(spelling);
      process.stdout.write(`${[...verbs, ...flags].join('\n')}\n`);
    });
}
