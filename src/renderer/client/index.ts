export { connect, type Connection, type ConnectionStatus } from "./connect.ts";
