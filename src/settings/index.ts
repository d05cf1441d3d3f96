import identityUpdate from './settings.identity.update';

export default [identityUpdate];
