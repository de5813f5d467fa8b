/** Every REST route of the product, for proofs that walk through all of them. */
export { type RouteRow, routeTable } from '@onceover/gateway';
