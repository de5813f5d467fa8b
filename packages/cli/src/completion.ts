import type { Command } from 'commander';
import { usage } from './failure.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

interface Offered {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly {
    readonly names: readonly string[];
    readonly description: string;
    readonly takesFile: boolean;
  }[];
}

/** The completion script of a shell, made of the same commands as the help. */
export function completionScript(shell: string, program: Command): string {
  const commands = program.commands.map(offered);
  if (shell === 'bash') return bash(commands);
  if (shell === 'zsh') return zsh(commands);
  if (shell === 'fish') return fish(commands);
  throw usage(`There is completion for ${shells.join(', ')}.`);
}

function offered(command: Command): Offered {
  const help = command.createHelp();
  const flags = help.visibleOptions(command).map(({ short, long, description }) => ({
    names: [short, long].filter((name) => name != null),
    description,
    takesFile: ['--file', '--passphrase-file', '--state'].includes(long ?? ''),
  }));
  return { name: command.name(), description: command.description(), flags };
}

function bash(commands: readonly Offered[]): string {
  const cases = commands.map(
    ({ name, flags }) => `    ${name}) words='${flags.flatMap(({ names }) => names).join(' ')}' ;;`,
  );
  return `# bash completion of onceover. Install: onceover completion bash > ~/.local/share/bash-completion/completions/onceover
_onceover() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words
  case $before in
    --file|-f|--passphrase-file|--state) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --profile|-p) COMPREPLY=($(compgen -W "$(onceover profiles 2>/dev/null | cut -d' ' -f1)" -- "$word")); return ;;
    completion) COMPREPLY=($(compgen -W '${shells.join(' ')}' -- "$word")); return ;;
  esac
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
    *) words='${commands.map(({ name }) => name).join(' ')} --help --version' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _onceover onceover
`;
}

function zsh(commands: readonly Offered[]): string {
  const escaped = (text: string) => text.replaceAll(/['[\]:\\]/g, (sign) => (sign === "'" ? "'\\''" : `\\${sign}`));
  const named = commands.map(({ name, description }) => `    '${name}:${escaped(description)}'`).join('\n');
  const cases = commands.map(({ name, flags }) => {
    const specs = flags.flatMap(({ names, description, takesFile }) =>
      names.map((flag) => `'${flag}[${escaped(description)}]${takesFile ? ':file:_files' : ''}'`),
    );
    const rest = name === 'completion' ? [`'1:shell:(${shells.join(' ')})'`] : [];
    return `    ${name}) _arguments ${[...specs, ...rest].join(' ')} ;;`;
  });
  return `#compdef onceover
# zsh completion of onceover. Install: onceover completion zsh > a directory of $fpath, as _onceover
_onceover() {
  local -a commands=(
${named}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
_onceover "$@"
`;
}

function fish(commands: readonly Offered[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap(({ name, description, flags }) => [
    `complete -c onceover -f -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...flags.map(({ names, description: text, takesFile }) => {
      const words = names.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      const file = takesFile ? ' -r -F' : '';
      return `complete -c onceover -n '__fish_seen_subcommand_from ${name}' ${words.join(' ')}${file} -d ${quoted(text)}`;
    }),
  ]);
  const choices = `complete -c onceover -f -n '__fish_seen_subcommand_from completion' -a '${shells.join(' ')}'`;
  return `# fish completion of onceover. Install: onceover completion fish > ~/.config/fish/completions/onceover.fish
${lines.join('\n')}
${choices}
`;
}
