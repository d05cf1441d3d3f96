import generationSet from './store.generation.set';
import syncKv from './store.syncKv';

export default [generationSet, syncKv];
