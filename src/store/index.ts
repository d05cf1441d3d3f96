import generationSet from './store.generation.set';
import identityGet from './store.identity.get';
import repair from './store.repair';
import syncKv from './store.syncKv';

export default [generationSet, identityGet, repair, syncKv];
