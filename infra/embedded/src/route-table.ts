/** Every REST route of the product, and every path that exports, for proofs that walk through all of them. */
export { exportPaths, type RouteRow, routeTable } from '@onceover/gateway';
