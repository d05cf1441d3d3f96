import { perform } from './perform';

// `tezgah … | head` closes the pipe early; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

perform(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
