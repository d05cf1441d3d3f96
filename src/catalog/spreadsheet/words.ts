/*
 * Reasons in English, e.g. for a refused line. The command line has no other language; the panel says them in Turkish, too
 * (src/panel/text/reasons.ts).
 */

/** A refusal of the API, as far as a table tells of it. */
export interface Refusal {
  readonly code: string;
  readonly detail?: string | undefined;
  /** The same for merchants, in Turkish. */
  readonly message?: string | undefined;
}

export const en = {
  // Cells.
  rounded: (cell: string) =>
    `“${cell}” is what a spreadsheet has made of a long number: make its column text, and write it whole`,
  formula: (cell: string) => `“${cell}” is a formula: write what it results in`,
  failedFormula: (cell: string) => `“${cell}” is what a spreadsheet says of a formula that has failed`,
  nothing: (cell: string) => `“${cell}” is what people and programs write for nothing: leave the cell empty`,
  withDecimals: (cell: string, whole: string) =>
    `“${cell}” is what a program has made of a whole number: write ${whole}, or '${cell} where that is the code`,
  noList: (cell: string) => `“${cell}” is no list: write its entries with | between them`,
  noJsonList: 'This is no list of JSON objects: [{…}, {…}]',
  noJson: 'This is no JSON object: {…}',
  noAmount: (cell: string) => `“${cell}” is no amount: write lira as 1299,90`,
  twoWholes: (cell: string) => `“${cell}” could be two numbers: write it without the sign`,
  noWhole: (cell: string) => `“${cell}” is no whole number`,
  twoNumbers: (cell: string) => `“${cell}” could be two numbers: write it with a comma, or without the point`,
  noNumber: (cell: string) => `“${cell}” is no number`,
  noBoolean: (cell: string) => `“${cell}” is neither evet nor hayır`,
  severalCategories: (name: string) => `several categories are called “${name}”: name one by its identifier`,
  noCategory: (name: string) => `no category is called “${name}”`,

  // Lines.
  noProductAbove: 'no line of a product stands above the new variant',
  surplus: (cells: string) => `the line has more cells than the header: ${cells}; quote what has a separator in it`,
  belowOpenQuote: (line: number) => `it stands below the open quote of line ${line}, and may be a part of its cell`,
  takenLines: (first: number, last: number) =>
    `a quote that opens in line ${first} is closed in line ${last}, and takes the lines between them: close it where its cell ends`,
  closedTooEarly: (near: string) =>
    `the quote behind “${near}” closes a cell, and more follows it: write a quote within a cell twice (""), or leave it out`,
  unclosed: (near: string) =>
    `the quote before “${near}” opens a cell, and nothing closes it: write a quote within a cell twice (""), or leave it out`,
  sameProduct: (line: number) => `line ${line} is about the same product, too: make one line of both`,
  otherValue: (line: number, column: string) =>
    `line ${line} says another ${column} of the same thing: make one line of both`,
  severalWithSku: (sku: string) =>
    `several products or variants have the SKU “${sku}”: name one by its identifier or barcode`,
  codeOfVariant: (line: number, name: string, code: string) =>
    `line ${line} has the ${name} “${code}” of a variant, too: make one line of both`,
  codeOfLine: (line: number, name: string, code: string) =>
    `line ${line} has the ${name} “${code}”, too: make one line of both, or give one of them another ${name}`,
  titleTaken: (title: string, id: string) =>
    `a product is called “${title}” already: name it by its id, ${id}, or give the new one a handle of its own`,
  noProduct: (id: string) => `there is no product ${id}`,
  noProductNamed: 'there is no product (the line names a variant alone)',
  noVariant: (id: string) => `the product has no variant ${id}`,
  variantGone: (id: string) => `the product has no variant ${id} any more`,
  changedMeanwhile: 'the product has changed since the table was compared with the shop',

  // Changes.
  ofColumn: (column: string, why: string) => `${column}: ${why}`,
  noneOfVariant: 'a variant has none of its own',
  stays: (column: string) => `${column} is stated when a product is made, and stays`,
  noCommand: 'no command states it',
  onlyExistingProduct: 'no product was found, and --only-existing makes none',
  onlyExistingVariant: 'no variant was found, and --only-existing makes none',
  lacksStock:
    'no column says how many there are, and columns were left aside: call one of them stock, or add one (- where nobody counts)',
  lacksTitle: 'a new product needs a title; no product was found by its handle, barcode or SKU',
  noField: (target: 'product' | 'variant', key: string) => `${target}s have no field ${key}`,
  pictureStays: 'a table takes none away',
  hidden: (heading: string, cell: string) =>
    `${heading} says “${cell}”, and here it would be on sale: leave the line out, or the column`,
  tooManyVariants: (count: number, most: number) =>
    `the product would have ${count} variants, and a product has ${most} at most: make several products of it, e.g. one for each colour`,
  onlyProposed: 'the product is only proposed: fill in the rest when it is there',
  column: (name: string, label: string | undefined) => (label === undefined ? name : `${name} (${label})`),
  /** @param column undefined: the table has none for the place */
  fault: (column: string | undefined, pointer: string, said: string) =>
    column === undefined ? `${pointer} ${said}` : `${column} ${said === 'is required' ? 'is missing' : said}`,
  ofVariant: (title: string, column: string) => `“${title}”: ${column}`,
  refused: ({ code, detail }: Refusal, faults: readonly string[]) =>
    `${code}: ${faults.length > 0 ? faults.join('; ') : (detail ?? code)}`,
  pictureUnread: (name: string, why: string) => `picture: ${name} cannot be read: ${why}`,
  pictureElsewhere: (name: string) => `picture: ${name} is not beside the table, nor below it`,
  pictureLost: (address: string, why: string) => `picture: ${address}: ${why}`,
  pictureTooLarge: (where: string, mebibytes: number) => `picture: ${where} has more than ${mebibytes} MiB`,

  // Exports of other shops.
  foreignExport: (shop: string, rows: number, lines: number) =>
    `This is an export of ${shop}: ${rows} rows are read as ${lines} lines.`,
  notOnline: 'it is not online there, and here it would be on sale',
  notActive: 'it is not active there, and here it would be on sale',
  shownNowhere: 'it is shown nowhere there, and here it would be on sale',
  notOrdered: 'it cannot be ordered there, and here it would be on sale',
  withoutVat: 'its price is stated without KDV: add KDV in the table, and call the column “Price tax included”',
  combination:
    'a combination is a variant of a product of another table: add variants to that product’s lines here, each with variantId “+”',
  picturesByPlace:
    'Pictures are named by their place in that shop, and are not imported: write their addresses under base_image.',
  nothingOfItsOwn: (type: string) => `a product of the type ${type} has nothing of its own to sell`,
  notVisible: 'it is not visible individually there, and no product of the table has it as a variation',
  variationsMissing: (codes: string) => `its variations ${codes} are not in the table`,
  noVariation: 'none of its variations is in the table',
  statusThere: (status: string) => `its status there is ${status}, and here it would be on sale`,
  notPublished: 'it is not published there, and here it would be on sale',
  hiddenThere: 'it is hidden there, and here it would be shown',
  parentMissing: 'its parent is not in the table',

  // The table as a whole.
  workbook: (file: string) => `${file} is a workbook (.xlsx, .ods, .xls), no table: save it as “CSV UTF-8”.`,
  workbookTooLarge: (file: string, mebibytes: number) =>
    `${file} is larger than ${mebibytes} MB, or holds more than fits into a browser: divide it, or save it as “CSV UTF-8”.`,
  workbookBeyond: (file: string, cell: string, columns: number, rows: number) =>
    `${file} has a value in cell ${cell}: ${columns} columns and ${rows.toLocaleString('en')} rows are read. Delete it, divide the table, or save it as “CSV UTF-8”.`,
  workbookTooSlow: (file: string) => `${file} takes too long to read: divide it, or save it as “CSV UTF-8”.`,
  noHeader: (file: string) => `${file} has no header.`,
  headerFault: (file: string, why: string) => `The header of ${file} cannot be read: ${why}.`,
  notThroughout: (file: string, encoding: string) =>
    `${file} is not ${encoding} throughout: say with --encoding what it is.`,
  lacksCharacter: (character: string) =>
    `windows-1254 has no “${character}”: write it as utf-8, which spreadsheets read too.`,
  twice: (column: string) => `The column ${column} is there twice.`,
  unknownColumns: (columns: string) => `No column is called ${columns}.`,
  noTellingColumn: (columns: string) => `No column says which product a line is about: one of ${columns}.`,
  fieldsNeedScope: 'Custom fields need a credential with the scope store:admin, or a table without their columns.',
  mayNotChange: 'This credential may not change products: it needs the scope catalog:write.',
  mayNotRead: 'This credential is not shown the products: it needs the scope catalog:read.',
  leftAside: (columns: string) => `Not imported: ${columns}.`,
  foreignIds: (column: string) =>
    `Not imported: ${column}. Identifiers of this shop begin with prd_, and none of them does.`,
  insecure: 'The page is open over http: a browser makes keys of new products over https alone.',
};

/** The same in any language. */
export type Words = {
  readonly [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : (typeof en)[Name];
};
