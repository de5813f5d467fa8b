import { limitOf } from '../../../limits/limit-table.ts';
import { lookUpSite } from '../../routes/site-routes.ts';
