export { type RedisOptions, type RedisServer, startRedis } from '../../src/local/redis-server.js';
