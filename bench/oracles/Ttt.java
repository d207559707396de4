/* Runs LearnLib's TTT for 1-SEVPAs on systems that peers.py sends.
 *
 * Lines in: `system`, the symbols by kind (`internal`, `call`, `return`), `states N`,
 * `accepts Q...`, `step Q SYMBOL Q`, `pop Q RETURN CALLER CALL Q`, `end`. Lines out: a
 * hypothesis in the same form; the answer is `equal`, or `word SYMBOLS...`. At the end: `done`,
 * the number of different questions, and the seconds without questions and answers. */

import de.learnlib.acex.AcexAnalyzers;
import de.learnlib.algorithm.ttt.vpa.TTTLearnerVPA;
import de.learnlib.oracle.MembershipOracle.DFAMembershipOracle;
import de.learnlib.query.DefaultQuery;
import de.learnlib.query.Query;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.automatalib.alphabet.Alphabets;
import net.automatalib.alphabet.DefaultVPAlphabet;
import net.automatalib.alphabet.VPAlphabet;
import net.automatalib.automaton.vpa.OneSEVPA;
import net.automatalib.word.Word;

public final class Ttt {

  private static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

  /** A 1-SEVPA as it was sent. */
  private static final class Machine implements DFAMembershipOracle<String> {
    List<String> internal, call, ret;
    boolean[] accepts;
    final Map<String, Integer> steps = new HashMap<>();
    final Set<Word<String>> asked = new HashSet<>();
    long nanoseconds;

    private boolean accepted(Word<String> word) {
      ArrayList<String> stack = new ArrayList<>();
      int state = 0;
      for (String symbol : word) {
        Integer next;
        if (call.contains(symbol)) {
          stack.add(state + " " + symbol);
          next = 0;
        } else if (ret.contains(symbol)) {
          if (stack.isEmpty()) {
            return false;
          }
          next = steps.get(state + " " + symbol + " " + stack.remove(stack.size() - 1));
        } else {
          next = steps.get(state + " " + symbol);
        }
        if (next == null) {
          return false;
        }
        state = next;
      }
      return stack.isEmpty() && accepts[state];
    }

    @Override
    public void processQueries(Collection<? extends Query<String, Boolean>> queries) {
      long begin = System.nanoTime();
      for (Query<String, Boolean> query : queries) {
        Word<String> word = query.getInput();
        asked.add(word);
        query.answer(accepted(word));
      }
      nanoseconds += System.nanoTime() - begin;
    }
  }

  private static Machine read() throws IOException {
    Machine m = new Machine();
    for (String line = in.readLine(); !line.equals("end"); line = in.readLine()) {
      List<String> fields = Arrays.asList(line.split(" "));
      List<String> rest = fields.subList(1, fields.size());
      switch (fields.get(0)) {
        case "internal" -> m.internal = rest;
        case "call" -> m.call = rest;
        case "return" -> m.ret = rest;
        case "states" -> m.accepts = new boolean[Integer.parseInt(rest.get(0))];
        case "accepts" -> rest.forEach(q -> m.accepts[Integer.parseInt(q)] = true);
        default -> m.steps.put(String.join(" ", rest.subList(0, rest.size() - 1)), Integer.parseInt(rest.get(rest.size() - 1)));
      }
    }
    return m;
  }

  private static <L> void write(OneSEVPA<L, String> model, Machine m) {
    StringBuilder out = new StringBuilder("states " + model.getLocations().size() + "\n");
    int start = model.getLocationId(model.getInitialLocation());
    out.append("start ").append(start).append("\n");
    for (L location : model.getLocations()) {
      int from = model.getLocationId(location);
      if (model.isAcceptingLocation(location)) {
        out.append("accepts ").append(from).append("\n");
      }
      for (String symbol : m.internal) {
        L to = model.getInternalSuccessor(location, symbol);
        if (to != null) {
          out.append("step ").append(from).append(' ').append(symbol).append(' ').append(model.getLocationId(to)).append("\n");
        }
      }
      for (String symbol : m.ret) {
        for (L caller : model.getLocations()) {
          for (String call : m.call) {
            L to = model.getReturnSuccessor(location, symbol, model.encodeStackSym(caller, call));
            if (to != null) {
              out.append("pop ").append(from).append(' ').append(symbol).append(' ').append(model.getLocationId(caller))
                  .append(' ').append(call).append(' ').append(model.getLocationId(to)).append("\n");
            }
          }
        }
      }
    }
    System.out.println(out.append("end"));
  }

  private static void learn(Machine m) throws IOException {
    VPAlphabet<String> alphabet = new DefaultVPAlphabet<>(m.internal, m.call, m.ret);
    TTTLearnerVPA<String> learner = new TTTLearnerVPA<>(alphabet, m, AcexAnalyzers.BINARY_SEARCH_BWD);
    long begin = System.nanoTime(), waiting = 0;
    learner.startLearning();
    while (true) {
      long asked = System.nanoTime();
      write((OneSEVPA<?, String>) learner.getHypothesisModel(), m);
      String[] reply = in.readLine().split(" ");
      waiting += System.nanoTime() - asked;
      if (reply[0].equals("equal")) {
        break;
      }
      Word<String> word = Word.fromList(Arrays.asList(reply).subList(1, reply.length));
      learner.refineHypothesis(new DefaultQuery<>(word, m.accepted(word)));
    }
    double seconds = (System.nanoTime() - begin - waiting - m.nanoseconds) / 1e9;
    System.out.println("done " + m.asked.size() + " " + seconds);
  }

  public static void main(String[] arguments) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      learn(read());
    }
  }
}
