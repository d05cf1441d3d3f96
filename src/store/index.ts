import generationSet from './store.generation.set';
import repair from './store.repair';
import syncKv from './store.syncKv';

export default [generationSet, repair, syncKv];
