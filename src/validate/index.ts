import command from './validate.command';
import manifest from './validate.manifest';

export default [command, manifest];
