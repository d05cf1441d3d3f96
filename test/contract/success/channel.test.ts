import { testSuccess } from './runner';

testSuccess('channel');
