import command from './validate.command';

export default [command];
