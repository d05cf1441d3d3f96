// Preloaded into the compiled worker (node -r): makes the steps of an application fail where POINTS says, each point once.
// POINTS is a JSON object of `<proposal> <seq> <boundary>` → deed. Every deed is told on stdout before it is done.

const { writeSync } = require('node:fs');
const path = require('node:path');

const application = require(path.resolve(__dirname, '../../../dist/src/proposal/apply.js'));
const applyNextItem = application.applyNextItem;
// All twelve hang at once here, and each that hangs holds a step: the product takes fewer at a time.
const { Worker } = require('@temporalio/worker');
const create = Worker.create.bind(Worker);
Worker.create = (options) =>
  create({ ...options, maxConcurrentWorkflowTaskExecutions: 40, maxConcurrentWorkflowTaskPolls: 10 });
const points = new Map(Object.entries(JSON.parse(process.env.POINTS)));

async function reach(point, tx) {
  const deed = points.get(point);
  if (!deed) return;
  points.delete(point);
  const backend = deed === 'terminate' ? (await tx.query('SELECT pg_backend_pid() AS pid'))[0].pid : '';
  writeSync(1, `${deed} ${point} ${backend}\n`);
  if (deed === 'throw') throw new Error(`at ${point}`);
  if (deed === 'hang') await new Promise(() => {});
  // The test ends this backend; a statement notices.
  for (let wait = 0; wait < 500; wait += 1) await tx.query('SELECT pg_sleep(0.02)');
}

application.applyNextItem = async ({ bus, ...dependencies }, input) => {
  const { storeId, proposalId } = input;
  const seq = await bus.inTransaction(storeId, async (tx) => {
    const [{ done }] = await tx.query(
      `SELECT count(*) AS done FROM proposal_item WHERE store_id = $1 AND proposal_id = $2 AND state = 'applied'`,
      [storeId, proposalId],
    );
    return { keep: false, value: done + 1 };
  });
  await reach(`${proposalId} ${seq} before`);
  const inTransaction = (store, work) =>
    bus.inTransaction(store, async (tx) => {
      const answer = await work(tx);
      await reach(`${proposalId} ${seq} inside`, tx);
      return answer;
    });
  const step = await applyNextItem(
    { bus: Object.create(bus, { inTransaction: { value: inTransaction } }), ...dependencies },
    input,
  );
  await reach(`${proposalId} ${seq} after`);
  return step;
};
