export { type RedisOptions, type RedisServer, startRedis } from '../../local/demo/redis-server.js';
