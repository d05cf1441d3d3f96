import { RUNTIME_ROLE, STOREFRONT_ROLE } from '../src/kernel/database/roles';

/**
 * Row-level security of a table whose rows belong to a store: the backstop behind the `store_id = $1` that every statement
 * carries. It is forced, so the table's owner is held to it as well.
 */
export function isolate(table: string, column = 'store_id', privileges = 'SELECT, INSERT, UPDATE, DELETE'): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY store ON ${table} TO ${RUNTIME_ROLE}
      USING (${column} = current_setting('app.store_id', true))
      WITH CHECK (${column} = current_setting('app.store_id', true));
    GRANT ${privileges} ON ${table} TO ${RUNTIME_ROLE};`;
}

/** Lets the functions that the migrating role owns (SECURITY DEFINER) see the rows of every store, and nobody else. */
export const openToFunctions = (table: string): string => `
    CREATE POLICY functions ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true);`;

/** Row-level security of a table that the product sees through functions alone, since its rows belong to no store. */
export const keepToFunctions = (table: string): string => `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;${openToFunctions(table)}`;

/** Lets the storefront program read a table, a store at a time. @param columns those that it may read. @default all */
export const showToStorefront = (table: string, columns?: string): string => `
    GRANT SELECT${columns === undefined ? '' : ` (${columns})`} ON ${table} TO ${STOREFRONT_ROLE};
    CREATE POLICY storefront ON ${table} FOR SELECT TO ${STOREFRONT_ROLE} USING (store_id = current_setting('app.store_id', true));`;

/** A function that crosses stores, callable by the product. Its search path is fixed and ends in temporary tables: a definer's function must not be lured elsewhere. */
export const systemFunction = (signature: string, returns: string, body: string, language = 'sql'): string => `
    CREATE FUNCTION ${signature} RETURNS ${returns} LANGUAGE ${language} SECURITY DEFINER SET search_path = public, pg_temp AS $$ ${body} $$;
    REVOKE ALL ON FUNCTION ${signature.replace(/ DEFAULT [^,)]+/g, '')} FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ${signature.replace(/ DEFAULT [^,)]+/g, '')} TO ${RUNTIME_ROLE};`;

/**
 * Statements of a migration that must see the rows of every store. Isolation is forced, so without this a migrating role that is no
 * superuser would change nothing, and say nothing.
 */
export const unforced = (tables: readonly string[], statements: string): string => `
    ${tables.map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;`).join('\n')}
    ${statements}
    ${tables.map((table) => `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`).join('\n')}`;
