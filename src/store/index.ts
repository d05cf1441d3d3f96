import generationSet from './store.generation.set';
import identityGet from './store.identity.get';
import open from './store.open';
import repair from './store.repair';
import syncKv from './store.syncKv';

export default [generationSet, identityGet, open, repair, syncKv];
