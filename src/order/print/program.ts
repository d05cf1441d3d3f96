import { parentPort, workerData } from 'node:worker_threads';
import { draw, type Printed } from './draw';

/* The program of a thread that draws one file and ends. */

void draw(workerData as Printed).then((pdf) => parentPort?.postMessage(pdf));
