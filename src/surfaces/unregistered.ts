import { sessionPaths } from './session';
import { uploadPaths } from './uploads';

/** The operations in OpenAPI that no route declares. */
export const unregisteredPaths = { ...sessionPaths, ...uploadPaths };
