import { FileAnswer } from '../../kernel/declaration/file';
import { drawnApart } from '../paper/apart';
import type { Printed } from './draw';

/** Draws the answer of a route that prints. @param name of the file @param storeId whose turn it is @throws {Refusal} throttled */
export async function printedFile(of: Printed, name: string, storeId: string): Promise<FileAnswer> {
  const bytes = await drawnApart({ program: 'print/program', of, lane: storeId });
  return FileAnswer.of(bytes, { name: `${name}.pdf`, type: 'application/pdf' });
}
