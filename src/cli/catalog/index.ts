import type { Command } from 'commander';
import type { Context } from '../context';
import { addExport } from './export';
import { addImport } from './import';

/** Beside the verbs that the server declares: the catalogue as a table. */
export function addCatalog(program: Command, context: Context): void {
  const catalog = program.commands.find((command) => command.name() === 'catalog') ?? program.command('catalog');
  addExport(catalog, context);
  addImport(catalog, context);
}
