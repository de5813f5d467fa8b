import { subgraphContract } from './contract/subgraphs.ts';
import { inProcessSubgraph } from './subgraph.ts';

subgraphContract('in one process', async (parts) => ({
  subgraph: inProcessSubgraph(parts),
  async [Symbol.asyncDispose]() {},
}));
