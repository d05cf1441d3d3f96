import { parentPort, workerData } from 'node:worker_threads';
import { type Drawn, drawPdf } from './pdf-page';

/* The program of a thread that draws one document and ends. */

void drawPdf(workerData as Drawn).then((pdf) => parentPort?.postMessage(pdf));
