import auditList from './audit.list';
import commandsList from './commands.list';
import commandsRun from './commands.run';
import metaGet from './meta.get';
import routesList from './routes.list';
import generationSet from './store.generation.set';
import syncKv from './store.syncKv';
import validateCommand from './validate.command';

export default [metaGet, commandsList, commandsRun, routesList, validateCommand, auditList, generationSet, syncKv];
